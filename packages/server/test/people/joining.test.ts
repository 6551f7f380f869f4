import { describe, expect, test } from 'vitest';
import { engines } from '../support/engines.js';
import { ask, cookieOf, PASSWORD, post, seedUser, signIn, signInAs } from '../support/management.js';
import { seedProgram, uniqueName } from '../support/seed.js';
import { startService } from '../support/service.js';
import { shared } from '../support/shared.js';

/** Signing in counts other than people do: each of these is two. */
const TOO_LONG = '😀'.repeat(100);

describe.each(engines)('the first run on %s', (engine) => {
  test('of two at once one makes the first account, and nobody can after it', async () => {
    const service = await startService(engine);
    const postSetup = (body: unknown) => post(service, '/api/setup', body);
    expect((await ask(service, '/api/setup')).body).toMatchObject({ needed: true, needs_token: false });
    expect((await postSetup({ name: 'Olive' })).body).toEqual({ error: 'email is required' });
    const bodies = ['a', 'b', 'c'].map((letter) => ({
      name: 'Olive',
      email: `${letter}@Acme.test`,
      password: PASSWORD,
      workspace: `Acme ${letter}`,
    }));
    const answers = await Promise.all(bodies.map(postSetup));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
    expect(answers.find(({ status }) => status === 409)?.body).toEqual({
      error: 'The service has been set up already',
    });
    expect((await ask(service, '/api/setup')).body).toMatchObject({ needed: false, needs_token: false });
    const { email, workspace_id } = answers.find(({ status }) => status === 200)?.body ?? {};
    const cookie = await signIn(service, email);
    const { body: me } = await ask(service, '/api/me', { cookie });
    expect(me.workspaces).toMatchObject([{ id: workspace_id, role: 'owner' }]);
    expect((await service.pool.query('select * from users')).rows).toHaveLength(1);
    const { body: audit } = await ask(service, `/api/workspaces/${workspace_id}/audit`, { cookie });
    expect(audit.data).toMatchObject([{ action: 'workspace.create', by: email, after: { email } }]);
    await service.close();
  });

  test('it takes no password that signing in would refuse', async () => {
    const service = await startService(engine);
    const body = { name: 'Olive', email: 'olive@acme.test', password: TOO_LONG, workspace: 'Acme' };
    const answer = await post(service, '/api/setup', body);
    expect([answer.status, answer.body]).toEqual([400, { error: 'password is invalid' }]);
    expect((await ask(service, '/api/setup')).body).toMatchObject({ needed: true, needs_token: false });
    await service.close();
  });

  test('there is none where accounts were provisioned', async () => {
    const service = await startService(engine);
    await seedUser(service.pool);
    const body = { name: 'Eve', email: 'eve@evil.test', password: PASSWORD, workspace: 'Evil' };
    expect((await post(service, '/api/setup', body)).status).toBe(409);
    expect((await ask(service, '/api/setup')).body).toMatchObject({ needed: false, needs_token: false });
    await service.close();
  });
});

describe.each(engines)('coming in on %s', (engine) => {
  const service = shared(() => startService(engine));

  const readInvitation = (token: string) =>
    ask(service, '/api/invitation', { headers: { 'x-invitation-token': token } });

  /** What stands after the # of the address in the last mail to somebody. */
  function tokenFor(email: string): string {
    const mail = service.mails.findLast(({ to }) => to === email);
    return mail?.text.match(/#(\S+)/)?.[1] ?? '';
  }

  async function inviteMember(role = 'admin') {
    const program = await seedProgram(service.pool);
    const cookie = await signInAs(service, program.workspaceId, 'owner');
    const email = `${uniqueName('guest')}@people.test`;
    const path = `/api/workspaces/${program.workspaceId}/invitations`;
    const { body } = await post(service, path, { email, role }, cookie);
    return { program, cookie, email, path, body, token: tokenFor(email) };
  }

  test('an invitation opens once, makes the account, and gives the role', async () => {
    const { program, email, body, token } = await inviteMember('viewer');
    expect(body).toMatchObject({ mail_sent: true, invitation: { email, status: 'open' } });
    expect(JSON.stringify(body)).not.toContain(token);
    expect((await readInvitation(token)).body).toMatchObject({
      email,
      role: 'viewer',
      name: null,
      has_account: false,
    });
    expect((await post(service, '/api/invitation/accept', { token })).body).toEqual({
      error: 'name is required',
    });
    const accept = () => post(service, '/api/invitation/accept', { token, name: 'Vic', password: PASSWORD });
    const both = await Promise.all([accept(), accept()]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 404]);
    const { body: me } = await ask(service, '/api/me', { cookie: await signIn(service, email) });
    expect(me.workspaces).toMatchObject([{ id: program.workspaceId, role: 'viewer' }]);
    expect((await readInvitation(token)).body).toEqual({ error: 'Invitation not found or no longer valid' });
  });

  test('an invitation takes no password that signing in would refuse', async () => {
    const { email, token } = await inviteMember();
    const accept = (password: string) =>
      post(service, '/api/invitation/accept', { token, name: 'Vic', password });
    const refused = await accept(TOO_LONG);
    expect([refused.status, refused.body]).toEqual([400, { error: 'password is invalid' }]);
    const password = TOO_LONG.slice(0, 128);
    expect((await accept(password)).status).toBe(200);
    expect((await post(service, '/api/auth/sign-in/email', { email, password })).status).toBe(200);
  });

  test('an invitation of somebody who has an account changes neither name nor password', async () => {
    const { email } = await seedUser(service.pool);
    const program = await seedProgram(service.pool);
    const cookie = await signInAs(service, program.workspaceId, 'owner');
    await post(
      service,
      `/api/workspaces/${program.workspaceId}/invitations`,
      { email, role: 'member' },
      cookie,
    );
    const answer = await post(service, '/api/invitation/accept', {
      token: tokenFor(email),
      name: 'Eve',
      password: 'another-horse-1',
    });
    expect(answer.body).toEqual({ email, is_new_account: false });
    const { body: me } = await ask(service, '/api/me', { cookie: await signIn(service, email) });
    expect(me).toMatchObject({ user: { name: 'Olive' }, workspaces: [{ role: 'member' }] });
  });

  test('no invitation outlives the membership: accepting one ends the others, and so does being removed', async () => {
    const { program, cookie, email, path, token } = await inviteMember();
    const another = async () => {
      const open = `left-open-${uniqueName('token')}`;
      await service.pool.query(
        `insert into invitations (workspace_id, token_hash, email, role, invited_by, expires_at)
         values ($1, encode(sha256($2::text::bytea), 'hex'), $3, 'admin', 'a@b.test', now() + interval '1 day')`,
        [program.workspaceId, open, email],
      );
      return open;
    };
    const before = await another();
    expect((await readInvitation(before)).status).toBe(200);
    await post(service, '/api/invitation/accept', { token, name: 'Vic', password: PASSWORD });
    expect((await readInvitation(before)).status).toBe(404);
    const during = await another();
    const { body: members } = await ask(service, path.replace('invitations', 'members'), { cookie });
    const { user_id } = members.data.find((member: { email: string }) => member.email === email);
    const member = path.replace('invitations', `members/${user_id}`);
    expect((await ask(service, member, { method: 'DELETE', cookie })).status).toBe(200);
    expect((await readInvitation(during)).status).toBe(404);
    const { body: list } = await ask(service, path, { cookie });
    expect(list.data.map((row: { status: string }) => row.status)).toEqual([
      'revoked',
      'revoked',
      'accepted',
    ]);
    await post(service, path, { email, role: 'viewer' }, cookie);
    expect((await readInvitation(tokenFor(email))).status).toBe(200);
  });

  test('an invitation ends when it is revoked, sent again or too old', async () => {
    const { cookie, email, path, body, token } = await inviteMember();
    await post(service, path, { email, role: 'admin' }, cookie);
    expect((await readInvitation(token)).status).toBe(404);
    const second = tokenFor(email);
    expect((await readInvitation(second)).status).toBe(200);
    const { body: list } = await ask(service, path, { cookie });
    expect(list.data.map((row: { status: string }) => row.status)).toEqual(['open', 'revoked']);
    await ask(service, `${path}/${body.invitation.id + 1}`, { method: 'DELETE', cookie });
    expect((await readInvitation(second)).status).toBe(404);
    const other = await inviteMember();
    await service.pool.query(
      `update invitations set expires_at = now() - interval '1 second' where email = $1`,
      [other.email],
    );
    expect((await readInvitation(other.token)).status).toBe(404);
  });

  test('a forgotten password can be reset once, and every session ends', async () => {
    const { email } = await seedUser(service.pool);
    const cookie = await signIn(service, email);
    const asked = await post(service, '/api/auth/request-password-reset', { email });
    const unknown = await post(service, '/api/auth/request-password-reset', { email: `not-${email}` });
    expect([asked.status, asked.body]).toEqual([unknown.status, unknown.body]);
    const token = tokenFor(email);
    const { rows } = await service.pool.query('select * from verifications');
    expect(JSON.stringify(rows)).not.toContain(token);
    const reset = () => post(service, '/api/auth/reset-password', { token, newPassword: 'another-horse-1' });
    expect((await reset()).status).toBe(200);
    expect((await reset()).status).toBe(400);
    expect((await ask(service, '/api/me', { cookie })).status).toBe(401);
    const signedIn = await post(service, '/api/auth/sign-in/email', { email, password: 'another-horse-1' });
    expect(signedIn.status).toBe(200);
  });

  test.each(['reset', 'changed'])(
    'once a password was %s, no email sent before chooses another, and no other session goes on',
    async (how) => {
      const { email } = await seedUser(service.pool);
      const other = await signIn(service, email);
      const mailed = async () => {
        await post(service, '/api/auth/request-password-reset', { email });
        return tokenFor(email);
      };
      const [first, second] = [await mailed(), await mailed()];
      const reset = (token: string, newPassword: string) =>
        post(service, '/api/auth/reset-password', { token, newPassword });
      if (how === 'changed') {
        const body = { currentPassword: PASSWORD, newPassword: 'another-horse-1' };
        const cookie = await signIn(service, email);
        const changed = await post(service, '/api/auth/change-password', body, cookie);
        expect(changed.status).toBe(200);
        expect((await ask(service, '/api/me', { cookie: cookieOf(changed) })).status).toBe(200);
        expect((await reset(first, 'third-horse-1')).status).toBe(400);
      } else {
        expect((await reset(first, 'another-horse-1')).status).toBe(200);
      }
      expect((await ask(service, '/api/me', { cookie: other })).status).toBe(401);
      expect((await reset(second, 'third-horse-1')).status).toBe(400);
      const signedIn = await post(service, '/api/auth/sign-in/email', { email, password: 'another-horse-1' });
      expect(signedIn.status).toBe(200);
      expect((await reset(await mailed(), 'third-horse-1')).status).toBe(200);
    },
  );

  test('a password that was not changed leaves the mails to choose one good', async () => {
    const { email } = await seedUser(service.pool);
    const cookie = await signIn(service, email);
    await post(service, '/api/auth/request-password-reset', { email });
    const wrong = { currentPassword: 'wrong-horse-1', newPassword: 'another-horse-1' };
    expect((await post(service, '/api/auth/change-password', wrong, cookie)).status).toBe(400);
    const body = { token: tokenFor(email), newPassword: 'another-horse-1' };
    expect((await post(service, '/api/auth/reset-password', body)).status).toBe(200);
  });

  test('signing out everywhere ends every session', async () => {
    const { email } = await seedUser(service.pool);
    const [one, two] = [await signIn(service, email), await signIn(service, email)];
    expect((await post(service, '/api/auth/revoke-sessions', {}, one)).status).toBe(200);
    for (const cookie of [one, two]) expect((await ask(service, '/api/me', { cookie })).status).toBe(401);
  });
});
