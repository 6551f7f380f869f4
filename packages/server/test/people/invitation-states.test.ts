import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { applyProvision } from '../../src/provision/apply-provision.js';
import { parseProvisionFile } from '../../src/provision/parse-provision-file.js';
import { passwords } from '../../src/service/commands.js';
import { turnOnTwoFactor } from '../security/two-factor-support.js';
import { engines } from '../support/engines.js';
import { type Answer, ask, PASSWORD, post, postAuth, seedUser, signIn } from '../support/management.js';
import { openProgram } from '../support/open-program.js';
import { uniqueName } from '../support/seed.js';
import { type RunningService, startService } from '../support/service.js';
import { shared } from '../support/shared.js';
import { codeOf } from '../support/totp.js';

/** Password of the person who really reads the mail of an address. */
const OWN_PASSWORD = 'second-stable-22';

const KINDS = ['shown', 'mailed'] as const;
type Kind = (typeof KINDS)[number];
const ACCOUNTS = ['unknown', 'unverified', 'verified'] as const;
const PLACES = ['the same workspace', 'another workspace'] as const;

const CASES = KINDS.flatMap((kind) =>
  ACCOUNTS.flatMap((account) => PLACES.map((place) => ({ kind, account, place }))),
);

/** Two processes on one database: one that sends emails, and one that has no email server. */
async function startBoth(engine: (typeof engines)[number]) {
  const secrets = { current: randomBytes(32).toString('hex'), previous: [] };
  const mailed = await startService(engine, { secrets });
  const database = { ...mailed.database, close: async () => undefined };
  const shown = await startService(engine, { secrets, hasEmailServer: false, database });
  return {
    shown,
    mailed,
    async close() {
      await shown.close();
      await mailed.close();
    },
  };
}

describe.each(engines)('invitations on %s', (engine) => {
  const both = shared(() => startBoth(engine));

  const tokenIn = ({ mails }: RunningService, email: string) =>
    mails.findLast(({ to }) => to === email)?.text.match(/invitation#(\S+)/)?.[1] ?? '';

  const accept = (token: string, cookie = '', password = PASSWORD) =>
    post(both.mailed, '/api/invitation/accept', { token, name: 'Carol', password }, cookie);

  const canSignIn = async (email: string, password: string) =>
    (await postAuth(both.mailed, '/sign-in/email', { email, password })).status === 200;

  const isVerified = async (email: string) => {
    const { rows } = await both.mailed.pool.query('select email_verified from users where email = $1', [
      email,
    ]);
    return rows[0]?.email_verified;
  };

  /** The programs that somebody sees as a partner. */
  const programsOf = async (cookie: string): Promise<number[]> =>
    (await ask(both.mailed, '/api/partner/programs', { cookie })).body.data.map(
      ({ program_id: id }: { program_id: number }) => id,
    );

  /** A workspace whose owner invites an address as a partner. */
  async function openWorkspace(kind: Kind) {
    const service = both[kind];
    const opened = await openProgram(service);
    return {
      ...opened,
      async invite(email: string) {
        const { body } = await opened.send('POST', '/partners', { email, name: 'Carol' });
        return { body, token: tokenIn(service, email) };
      },
      async inviteAgain(email: string) {
        const { body: list } = await opened.send('GET', `/partners?q=${encodeURIComponent(email)}`);
        const { body } = await opened.send('POST', `/partners/${list.data[0].id}/invitation`);
        return { body, token: tokenIn(service, email) };
      },
    };
  }

  /** A workspace that knows the address as a partner, whose account is in this state; what its browser is signed in with. */
  async function prepare(account: (typeof ACCOUNTS)[number], email: string) {
    const home = await openWorkspace(account === 'verified' ? 'mailed' : 'shown');
    const { token } = await home.invite(email);
    if (account === 'unknown') return { home, cookie: '' };
    expect((await accept(token)).status).toBe(200);
    return { home, cookie: await signIn(both.mailed, email) };
  }

  test.each(CASES)('a $kind link for an address whose account is $account, of $place', async (state) => {
    const { kind, account, place } = state;
    const email = `${uniqueName('carol')}@people.test`;
    const { home, cookie } = await prepare(account, email);
    const isSame = place === 'the same workspace';
    const inviting = isSame ? { ...home, inviteAgain: async () => again(home) } : await openWorkspace(kind);
    /** The same workspace through the process of this kind. */
    async function again({
      program,
      cookie: owner,
    }: typeof home): Promise<{ body: Answer['body']; token: string }> {
      const { rows } = await both.mailed.pool.query(
        'select id from partners where workspace_id = $1 and email = $2',
        [program.workspaceId, email],
      );
      const path = `/api/programs/${program.programId}/partners/${rows[0].id}/invitation`;
      const { body } = await post(both[kind], path, {}, owner);
      return { body, token: tokenIn(both[kind], email) };
    }
    const { body, token } = isSame ? await again(home) : await inviting.invite(email);

    // Shown where no server sends, and only where no other workspace knows the address.
    expect(body.mail_sent).toBe(kind === 'mailed');
    expect(body.invitation_url !== null).toBe(kind === 'shown' && isSame);
    const { body: view } = await ask(both.mailed, '/api/invitation', {
      headers: { 'x-invitation-token': token },
    });
    expect(view.has_account).toBe(kind === 'shown' ? null : account === 'verified');

    const accepted = await accept(token, '', OWN_PASSWORD);
    if (kind === 'shown' && account !== 'unknown') {
      expect(accepted.status).toBe(403);
      expect(accepted.headers.get('svc-error-code')).toBe('invitation_sign_in_required');
      expect(await canSignIn(email, OWN_PASSWORD)).toBe(false);
      const { userId: stranger, email: other } = await seedUser(both.mailed.pool);
      expect(stranger).not.toBe('');
      expect((await accept(token, await signIn(both.mailed, other))).status).toBe(403);
      expect((await accept(token, cookie)).body).toEqual({ email, is_new_account: false });
      expect(await isVerified(email)).toBe(account === 'verified');
      expect(await canSignIn(email, PASSWORD)).toBe(true);
      expect(await programsOf(cookie)).toContain(inviting.program.programId);
      return;
    }
    const keepsPassword = kind === 'mailed' && account === 'verified';
    expect(accepted.body).toEqual({ email, is_new_account: !keepsPassword });
    expect(await isVerified(email)).toBe(kind === 'mailed');
    expect(await canSignIn(email, OWN_PASSWORD)).toBe(!keepsPassword);
    if (account === 'unknown') return;
    expect(await canSignIn(email, PASSWORD)).toBe(keepsPassword);
    expect((await ask(both.mailed, '/api/me', { cookie })).status).toBe(keepsPassword ? 200 : 401);
  });

  test('a shown link opens nothing of another workspace, until its address has received an email', async () => {
    const email = `${uniqueName('carol')}@people.test`;
    const attacker = await openWorkspace('shown');
    const { body, token } = await attacker.invite(email);
    expect(body.invitation_url).toContain(token);
    // Only now does the other company invite her: the link above is still open.
    const victim = await openWorkspace('mailed');
    const { token: mailed } = await victim.invite(email);
    expect((await accept(token)).status).toBe(200);
    const cookie = await signIn(both.mailed, email);
    expect(await programsOf(cookie)).toEqual([attacker.program.programId]);
    const details = `/api/partner/programs/${victim.program.programId}/payout-details`;
    expect((await ask(both.mailed, details, { cookie })).status).toBe(404);
    const { secret } = await turnOnTwoFactor(both.mailed, cookie);
    expect((await accept(mailed, '', OWN_PASSWORD)).body).toEqual({ email, is_new_account: true });
    expect((await ask(both.mailed, '/api/me', { cookie })).status).toBe(401);
    expect(
      (await postAuth(both.mailed, '/two-factor/verify-totp', { code: codeOf(secret) }, cookie)).status,
    ).toBe(401);
    const own = await postAuth(both.mailed, '/sign-in/email', { email, password: OWN_PASSWORD });
    expect(own.body).toMatchObject({ user: { email } });
    const tables = ['sessions', 'two_factors', 'known_devices'];
    const counts = await Promise.all(
      tables.map(async (table) => {
        const { rows } = await both.mailed.pool.query(
          `select count(*)::int as count from ${table} t join users u on u.id = t.user_id where u.email = $1`,
          [email],
        );
        return rows[0].count;
      }),
    );
    expect(counts).toEqual([1, 0, 2]);
  });

  test('a password chosen by email verifies the account and ends what opened it before', async () => {
    const email = `${uniqueName('carol')}@people.test`;
    const { home, cookie } = await prepare('unverified', email);
    const other = await openWorkspace('mailed');
    await other.invite(email);
    await turnOnTwoFactor(both.mailed, cookie);
    const reset = async (service: RunningService, newPassword: string) => {
      await postAuth(service, '/request-password-reset', { email });
      const sent = service.mails.findLast(({ to, text }) => to === email && text.includes('reset'));
      const token = sent?.text.match(/#(\S+)/)?.[1] ?? '';
      return postAuth(service, '/reset-password', { token, newPassword });
    };
    // Its text is in a file, which no email has brought.
    expect((await reset(both.shown, 'third-meadow-33')).status).toBe(200);
    expect(await isVerified(email)).toBe(false);
    expect((await reset(both.mailed, OWN_PASSWORD)).status).toBe(200);
    expect(await isVerified(email)).toBe(true);
    const signedIn = await postAuth(both.mailed, '/sign-in/email', { email, password: OWN_PASSWORD });
    expect(signedIn.body.twoFactorRedirect).toBeUndefined();
    const programs = await programsOf(
      signedIn.headers
        .getSetCookie()
        .map((one) => one.split(';')[0])
        .join('; '),
    );
    expect(programs.toSorted()).toEqual([home.program.programId, other.program.programId].toSorted());
  });

  test('a provision file gives an account that is not verified to the person it names', async () => {
    const email = `${uniqueName('carol')}@people.test`;
    const { cookie } = await prepare('unverified', email);
    const name = uniqueName('Acme');
    const member = { email, password: OWN_PASSWORD, name: 'Carol', role: 'owner' };
    const file = JSON.stringify({ workspaces: [{ name, members: [member], programs: [] }] });
    await applyProvision(both.mailed.pool, parseProvisionFile(file), { passwords, isForced: false });
    expect((await ask(both.mailed, '/api/me', { cookie })).status).toBe(401);
    expect([await canSignIn(email, PASSWORD), await canSignIn(email, OWN_PASSWORD)]).toEqual([false, true]);
    expect(await isVerified(email)).toBe(true);
  });

  test('a shown link makes no second account where two are accepted at once', async () => {
    const email = `${uniqueName('carol')}@people.test`;
    const [one, two] = [await openWorkspace('shown'), await openWorkspace('shown')];
    const { token: first } = await one.invite(email);
    const { token: second } = await two.invite(email);
    const answers = await Promise.all([accept(first), accept(second, '', OWN_PASSWORD)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 403]);
  });
});
