import { Writable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { deleteOldSecurityData } from '../../src/features/security/delete-old-security-data.js';
import { createSecurityLog } from '../../src/features/security/security-log.js';
import { createLogger } from '../../src/service/logger.js';
import { engines } from '../support/engines.js';
import {
  addMember,
  ask,
  cookieOf,
  PASSWORD,
  post,
  seedUser,
  signIn,
  signInAs,
} from '../support/management.js';
import { seedProgram, seedWorkspace, uniqueName } from '../support/seed.js';
import { type RunningService, startService } from '../support/service.js';
import { codeOf } from '../support/totp.js';
import { turnOnTwoFactor } from './two-factor-support.js';

const WRONG = 'wrong-horse-battery';
const AGENT = 'Mozilla/5.0 (X11; Linux x86_64) Chrome/130.0.0.0 Safari/537.36';

interface Event {
  readonly id: number;
  readonly type: string;
  readonly email: string | null;
  readonly data: Record<string, unknown>;
}

describe.each(engines)('the security log on %s', (engine) => {
  let service: RunningService;
  const lines: Record<string, unknown>[] = [];
  beforeAll(async () => {
    const stream = new Writable({
      write(chunk, _encoding, done) {
        lines.push(JSON.parse(String(chunk)));
        done();
      },
    });
    service = await startService(engine, {
      logger: createLogger(stream),
      trustProxy: true,
      writeKeyUsesEveryMs: 100,
    });
  });
  afterAll(() => service.close());

  const postFromBrowser = (path: string, body: unknown, cookie = '', headers: Record<string, string> = {}) =>
    post(service, `/api/auth${path}`, body, cookie, { 'user-agent': AGENT, ...headers });
  const subjectsTo = (email: string) =>
    service.mails.filter(({ to }) => to === email).map(({ subject }) => subject);

  /** A workspace with an owner who reads its log, and a member who is not signed in yet. */
  async function openSecurityLog() {
    const program = await seedProgram(service.pool);
    const { workspaceId } = program;
    const owner = await signInAs(service, workspaceId, 'owner');
    const { userId, email } = await seedUser(service.pool);
    await addMember(service.pool, workspaceId, userId, 'admin');
    const read = async (query = `?user_id=${userId}`): Promise<Event[]> =>
      (await ask(service, `/api/workspaces/${workspaceId}/security-log${query}`, { cookie: owner })).body
        .data;
    const types = async () => (await read()).map(({ type }) => type).reverse();
    return { program, workspaceId, owner, userId, email, read, types };
  }

  test('sign-ins that failed and succeeded are there with address and device, one line each in the log', async () => {
    const { userId, email, read } = await openSecurityLog();
    lines.length = 0;
    const headers = { 'x-forwarded-for': '203.0.113.9' };
    await postFromBrowser('/sign-in/email', { email, password: WRONG }, '', headers);
    await postFromBrowser('/sign-in/email', { email, password: PASSWORD }, '', headers);
    expect(await read()).toMatchObject([
      {
        type: 'sign_in.succeeded',
        user_id: userId,
        email,
        api_key_id: null,
        address: '203.0.113.9',
        user_agent: AGENT,
        data: { method: 'password', new_device: true },
        occurred_at: expect.stringMatching(/^\d{4}-.*Z$/),
      },
      { type: 'sign_in.failed', address: '203.0.113.9', data: { step: 'password' } },
    ]);
    const written = lines.filter(({ msg }) => msg === 'security event');
    expect(written).toMatchObject([
      { event: 'sign_in.failed', userId, address: '203.0.113.9' },
      { event: 'sign_in.succeeded', userId, address: '203.0.113.9' },
    ]);
    expect(JSON.stringify(written)).not.toContain(email);
    expect(JSON.stringify(written)).not.toContain(WRONG);
  });

  test('logs a pause once, and no attempts refused during it', async () => {
    const { email, types } = await openSecurityLog();
    for (let guesses = 0; guesses < 13; guesses += 1) {
      await postFromBrowser('/sign-in/email', { email, password: WRONG });
    }
    expect(await types()).toEqual([...Array.from({ length: 10 }, () => 'sign_in.failed'), 'sign_in.paused']);
  });

  test('an attempt on an unknown address writes a line without the address, and no row', async () => {
    const email = `${uniqueName('nobody')}@people.test`;
    const count = async () =>
      (await service.pool.query('select count(*) as count from security_events')).rows;
    const before = await count();
    lines.length = 0;
    await postFromBrowser('/sign-in/email', { email, password: WRONG });
    expect(await count()).toEqual(before);
    const written = lines.filter(({ msg }) => msg === 'security event');
    expect(written).toMatchObject([{ event: 'sign_in.failed', userId: null }]);
    expect(JSON.stringify(lines)).not.toContain(email);
  });

  test('logs changes of password and two-factor authentication, and notifies the account by email', async () => {
    const { email, types } = await openSecurityLog();
    const first = await signIn(service, email);
    const { secret, backupCodes, cookie } = await turnOnTwoFactor(service, first);
    const half = async () => cookieOf(await postFromBrowser('/sign-in/email', { email, password: PASSWORD }));
    await postFromBrowser('/two-factor/verify-totp', { code: '000000' }, await half());
    await postFromBrowser('/two-factor/verify-totp', { code: codeOf(secret) }, await half());
    await postFromBrowser('/two-factor/verify-backup-code', { code: backupCodes[0] }, await half());
    await postFromBrowser(
      '/two-factor/generate-backup-codes',
      { password: PASSWORD, code: backupCodes[1] },
      cookie,
    );
    await postFromBrowser('/two-factor/disable', { password: WRONG, code: codeOf(secret, 1) }, cookie);
    const off = await postFromBrowser(
      '/two-factor/disable',
      { password: PASSWORD, code: codeOf(secret, 1) },
      cookie,
    );
    const changed = { currentPassword: PASSWORD, newPassword: 'another-horse-1' };
    expect((await postFromBrowser('/change-password', changed, cookieOf(off))).status).toBe(200);
    await postFromBrowser('/request-password-reset', { email });
    const token = service.mails.findLast(({ to }) => to === email)?.text.match(/#(\S+)/)?.[1];
    expect((await postFromBrowser('/reset-password', { token, newPassword: 'third-horse-123' })).status).toBe(
      200,
    );
    expect(await types()).toEqual([
      'sign_in.succeeded',
      'two_factor.enabled',
      'sign_in.failed',
      'sign_in.succeeded',
      'sign_in.succeeded',
      'backup_codes.created',
      'verification.failed',
      'two_factor.disabled',
      'password.changed',
      'password.reset',
    ]);
    expect(subjectsTo(email)).toEqual([
      'New sign-in to your account',
      'Two-factor authentication is on',
      'New sign-in to your account',
      'You have new backup codes',
      'Two-factor authentication is off',
      'Your password was changed',
      'Reset your password',
      'Your password was changed',
    ]);
    const mail = service.mails.findLast(({ to }) => to === email);
    expect(mail?.text).toContain('IP address: 127.0.0.1');
  });

  test('a device is new once: known by its cookie wherever it is, or by browser and network without one', async () => {
    const { userId, email } = await openSecurityLog();
    const enter = async (cookie: string, address: string, agent = AGENT) => {
      const headers = { 'x-forwarded-for': address, 'user-agent': agent };
      const answer = await postFromBrowser('/sign-in/email', { email, password: PASSWORD }, cookie, headers);
      expect(answer.status).toBe(200);
      return cookieOf(answer).match(/svc\.device=[^;]+/)?.[0] ?? '';
    };
    const mails = () => subjectsTo(email).length;
    const device = await enter('', '203.0.113.1');
    expect(mails()).toBe(1);
    expect(await enter(device, '198.51.100.1', 'Another browser')).toBe(device);
    expect(mails()).toBe(1);
    await enter('', '203.0.113.1', AGENT.replaceAll('130', '131'));
    expect(mails()).toBe(1);
    await enter('', '203.0.113.2');
    expect(mails()).toBe(2);
    await enter('', '2001:db8:1:2::1');
    await enter('', '2001:db8:1:2::2');
    expect(mails()).toBe(3);
    await enter('svc.device=forged', '198.51.100.77');
    expect(mails()).toBe(4);
    const { rows } = await service.pool.query('select device_hash from known_devices where user_id = $1', [
      userId,
    ]);
    expect(JSON.stringify(rows)).not.toContain(device.split('=')[1]);
  });

  test('an account in two workspaces is in the log of both, as it was a member at the time', async () => {
    const { userId, email, types } = await openSecurityLog();
    const second = await seedWorkspace(service.pool);
    const owner = await signInAs(service, second, 'owner');
    await postFromBrowser('/sign-in/email', { email, password: WRONG });
    await addMember(service.pool, second, userId, 'viewer');
    await postFromBrowser('/sign-in/email', { email, password: PASSWORD });
    const path = `/api/workspaces/${second}/security-log?user_id=${userId}`;
    const { body } = await ask(service, path, { cookie: owner });
    expect(body.data.map((event: Event) => event.type)).toEqual(['sign_in.succeeded']);
    expect(await types()).toEqual(['sign_in.failed', 'sign_in.succeeded']);
  });

  test('exports are there with the file', async () => {
    const { program, email, read } = await openSecurityLog();
    const cookie = await signIn(service, email);
    const path = `/api/programs/${program.programId}/report.csv?from=2026-01-01&to=2026-01-31`;
    expect((await ask(service, path, { cookie })).status).toBe(200);
    const [event] = await read();
    expect(event).toMatchObject({
      type: 'export.downloaded',
      email,
      data: { file: 'report-by-day-2026-01-01-2026-01-31.csv', program_id: program.programId },
    });
  });

  test('the log is for owners, page by page, and can be narrowed down', async () => {
    const { program, workspaceId, owner, email, userId } = await openSecurityLog();
    for (const role of ['admin', 'member', 'viewer', 'none'] as const) {
      const cookie = await signInAs(service, workspaceId, role);
      const answer = await ask(service, `/api/workspaces/${workspaceId}/security-log`, { cookie });
      expect(answer.status, role).toBe(404);
    }
    const stranger = await signInAs(service, await seedWorkspace(service.pool), 'owner');
    const path = `/api/workspaces/${workspaceId}/security-log`;
    expect((await ask(service, path, { cookie: stranger })).status).toBe(404);
    for (let n = 0; n < 3; n += 1) await postFromBrowser('/sign-in/email', { email, password: WRONG });
    const ids: number[] = [];
    let cursor = '';
    do {
      const query = `?user_id=${userId}&type=sign_in.failed&limit=2${cursor && `&cursor=${cursor}`}`;
      const { body } = await ask(service, `${path}${query}`, { cookie: owner });
      ids.push(...body.data.map(({ id }: Event) => id));
      cursor = body.next_cursor ?? '';
    } while (cursor !== '');
    expect(ids).toHaveLength(3);
    expect(ids).toEqual(ids.toSorted((a, b) => b - a));
    const found = async (query: string) =>
      (await ask(service, `${path}?q=Anmeldung${query}`, { cookie: owner })).body.data.map(
        ({ id }: Event) => id,
      );
    expect(await found('')).toEqual([]);
    expect(await found('&q_types=sign_in.failed,password.reset')).toEqual(ids);
    const bad = await ask(service, `${path}?type=nothing`, { cookie: owner });
    expect([bad.status, bad.body]).toEqual([400, { error: 'type is invalid' }]);
    expect(program.workspaceId).toBe(workspaceId);
  });

  test('nothing in it is changed, or removed before it is a year old', async () => {
    const { userId, email } = await openSecurityLog();
    await postFromBrowser('/sign-in/email', { email, password: WRONG });
    for (const sql of [
      `update security_events set type = 'x'`,
      `delete from security_events`,
      `truncate security_events`,
    ]) {
      await expect(service.pool.query(sql)).rejects.toThrow('the security log is append-only');
    }
    await service.pool.query(
      `insert into security_events (type, user_id, occurred_at) values
         ('sign_in.failed', $1, now() - interval '366 days'), ('sign_in.failed', $1, now() - interval '364 days')`,
      [userId],
    );
    expect(await deleteOldSecurityData(service.pool, 10)).toBe(1);
    const { rows } = await service.pool.query('select 1 from security_events where user_id = $1', [userId]);
    expect(rows).toHaveLength(2);
  });

  test('a key used from a network it was not used from is there once, and calls do not wait for it', async () => {
    const { program, read } = await openSecurityLog();
    const securityLog = createSecurityLog(service.pool, { info: () => {} });
    const status = (address: string) =>
      ask(service, '/api/v1/cli/status', {
        headers: { authorization: `Bearer ${program.apiKey}`, 'x-forwarded-for': address },
      });
    for (const address of ['203.0.113.1', '203.0.113.1', '2001:db8::1', '2001:db8::2']) {
      expect((await status(address)).status).toBe(200);
    }
    const events = () => read('?type=api_key.new_address');
    await vi.waitFor(async () => expect(await events()).toHaveLength(2), { timeout: 60_000, interval: 50 });
    expect(await events()).toMatchObject([
      { api_key_id: program.apiKeyId, user_id: null, data: { program_id: program.programId } },
      { api_key_id: program.apiKeyId },
    ]);
    const uses = Array.from({ length: 150 }, (_, n) => ({
      keyId: program.apiKeyId,
      network: `198.51.100.${n}`,
      address: `198.51.100.${n}`,
    }));
    await securityLog.recordKeyUses(uses.slice(0, 50));
    await securityLog.recordKeyUses(uses);
    await securityLog.recordKeyUses(uses);
    const { rows } = await service.pool.query(
      'select count(*) as count from api_key_networks where api_key_id = $1',
      [program.apiKeyId],
    );
    // Beyond that the key is used from everywhere, and another network adds no information.
    expect(rows).toEqual([{ count: 100 }]);
    expect(await read('?type=api_key.new_address&limit=200')).toHaveLength(100);
  });
});

describe.each(engines)('actors of the audit log on %s', (engine) => {
  test('what an anonymous applicant typed is data, not the actor', async () => {
    const service = await startService(engine);
    const program = await seedProgram(service.pool);
    const owner = await signInAs(service, program.workspaceId, 'owner');
    const managed = `/api/programs/${program.programId}`;
    await ask(service, managed, { method: 'PATCH', body: { accepts_applications: true }, cookie: owner });
    const body = { email: 'ceo@acme.test', name: 'The CEO', message: 'It was me.' };
    const path = `/api/public/programs/${program.programId}/application`;
    expect((await ask(service, path, { method: 'POST', body })).status).toBe(200);
    const audit = await ask(service, `/api/workspaces/${program.workspaceId}/audit?action=partner.apply`, {
      cookie: owner,
    });
    expect(audit.body.data).toMatchObject([
      { user_id: null, by: 'anonymous', after: { email: 'ceo@acme.test', message: 'It was me.' } },
    ]);
    await service.close();
  });
});
