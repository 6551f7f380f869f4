import { randomBytes } from 'node:crypto';
import { pino } from 'pino';
import { describe, expect, test } from 'vitest';
import { RefusedError } from '../../src/adapters/http/errors.js';
import { createAuth } from '../../src/auth/create-auth.js';
import { systemNow } from '../../src/clock.js';
import { openDatabase } from '../../src/database/open.js';
import { deleteOldSecurityData } from '../../src/features/security/delete-old-security-data.js';
import { engines, newPostgresUrl } from '../support/engines.js';
import { ask, cookieOf, PASSWORD, post, seedUser, signIn } from '../support/management.js';
import { uniqueName } from '../support/seed.js';
import { startService } from '../support/service.js';
import { shared } from '../support/shared.js';
import { codeOf } from '../support/totp.js';
import { turnOnTwoFactor, waitForNextCode } from './two-factor-support.js';

const SIGN_IN = '/api/auth/sign-in/email';
const WRONG = 'wrong-horse-battery';
const TEN = Array.from({ length: 10 });

describe.each(engines)('guessing on %s', (engine) => {
  const service = shared(() => startService(engine));

  const guess = (email: string, password = WRONG) => post(service, SIGN_IN, { email, password });
  const waitOf = async (email: string, password?: string) => {
    const answer = await guess(email, password);
    expect([answer.status, answer.body]).toEqual([429, { error: 'Too many requests' }]);
    return Number(answer.headers.get('retry-after'));
  };

  /** As if a pause had just ended. */
  const endPauses = () =>
    service.pool.query(`update sign_in_attempts set paused_until = now() where paused_until > now()`);
  /** As if so much time had passed since all that was tried so far. */
  const passTime = (interval: string) =>
    service.pool.query(
      `update sign_in_attempts set attempted_at = array(select t - $1::interval from unnest(attempted_at) t),
              paused_until = paused_until - $1::interval, forget_at = forget_at - $1::interval`,
      [interval],
    );

  async function failTenTimes(email: string): Promise<void> {
    for (const _ of TEN) expect((await guess(email)).status).toBe(401);
  }

  test('after ten wrong passwords the account is paused, for the right one too, and no other account is', async () => {
    const { email } = await seedUser(service.pool);
    const other = await seedUser(service.pool);
    await failTenTimes(email);
    const wait = await waitOf(email, PASSWORD);
    expect(wait).toBeGreaterThan(30);
    expect(wait).toBeLessThanOrEqual(60);
    expect(await waitOf(email.toUpperCase())).toBeLessThanOrEqual(60);
    expect((await guess(other.email, PASSWORD)).status).toBe(200);
  });

  test('an address without an account is paused in the same way', async () => {
    const email = `${uniqueName('nobody')}@people.test`;
    await failTenTimes(email);
    expect(await waitOf(email)).toBeLessThanOrEqual(60);
  });

  test('each failure after a pause begins one of twice the length, up to fifteen minutes, and a success ends it', async () => {
    const { email } = await seedUser(service.pool);
    await failTenTimes(email);
    for (const seconds of [120, 240, 480]) {
      await endPauses();
      expect((await guess(email)).status).toBe(401);
      expect(await waitOf(email)).toBeGreaterThan(seconds - 10);
      expect(await waitOf(email)).toBeLessThanOrEqual(seconds);
    }
    await service.pool.query('update sign_in_attempts set pauses = 900 where pauses > 0');
    await endPauses();
    expect((await guess(email)).status).toBe(401);
    expect(await waitOf(email)).toBeLessThanOrEqual(900);
    expect(await waitOf(email)).toBeGreaterThan(890);
    await endPauses();
    expect((await guess(email, PASSWORD)).status).toBe(200);
    await failTenTimes(email);
    expect(await waitOf(email)).toBeLessThanOrEqual(60);
  });

  test('never more than ten within any ten minutes, and fewer begin no pause', async () => {
    const { email } = await seedUser(service.pool);
    for (const _ of TEN.slice(2)) expect((await guess(email)).status).toBe(401);
    await passTime('9 minutes');
    expect((await guess(email)).status).toBe(401);
    await passTime('2 minutes');
    // The first eight are over, the ninth is not.
    for (const _ of TEN.slice(1)) expect((await guess(email)).status).toBe(401);
    expect(await waitOf(email)).toBeLessThanOrEqual(60);
  });

  test('a pause is forgotten a day after it ended', async () => {
    const { email } = await seedUser(service.pool);
    await failTenTimes(email);
    await passTime('23 hours');
    expect((await guess(email)).status).toBe(401);
    expect(await waitOf(email)).toBeGreaterThan(60);
    await passTime('25 hours');
    await failTenTimes(email);
    expect(await waitOf(email)).toBeLessThanOrEqual(60);
  });

  test('a password chosen by email ends the pause', async () => {
    const { email } = await seedUser(service.pool);
    await failTenTimes(email);
    await post(service, '/api/auth/request-password-reset', { email });
    const token = service.mails.findLast(({ to }) => to === email)?.text.match(/#(\S+)/)?.[1] ?? '';
    const newPassword = 'another-horse-1';
    expect((await post(service, '/api/auth/reset-password', { token, newPassword })).status).toBe(200);
    expect((await guess(email, newPassword)).status).toBe(200);
  });

  test('wrong codes are limited in the same way, and the right password does not reset their count', async () => {
    const { email } = await seedUser(service.pool);
    const { secret, backupCodes } = await turnOnTwoFactor(service, await signIn(service, email));
    const half = async () => cookieOf(await guess(email, PASSWORD));
    const verify = async (path: string, code: string) =>
      (await post(service, `/api/auth/two-factor/${path}`, { code }, await half())).status;
    for (const _ of TEN.slice(5)) expect(await verify('verify-totp', '000000')).toBe(401);
    for (const _ of TEN.slice(5)) expect(await verify('verify-backup-code', 'aaaaa-bbbbb')).toBe(401);
    expect(await verify('verify-totp', codeOf(secret))).toBe(429);
    expect(await verify('verify-backup-code', backupCodes[0] ?? '')).toBe(429);
    await endPauses();
    expect(await verify('verify-totp', codeOf(secret))).toBe(200);
    await waitForNextCode(service);
    expect(await verify('verify-totp', '000000')).toBe(401);
    expect(await verify('verify-totp', codeOf(secret))).toBe(200);
  });

  test.each([
    ['change-password', { currentPassword: WRONG, newPassword: 'another-horse-1' }],
    ['two-factor/enable', { password: WRONG }],
    ['two-factor/disable', { password: WRONG, code: '000000' }],
  ])('with a session, %s lets ten guesses through, apart from those at sign-in', async (path, body) => {
    const { email } = await seedUser(service.pool);
    const { cookie } = await turnOnTwoFactor(service, await signIn(service, email));
    await failTenTimes(email);
    const sendGuess = () => post(service, `/api/auth/${path}`, body, cookie);
    for (const _ of TEN) {
      const answer = await sendGuess();
      expect([answer.status, answer.body]).toEqual([400, { error: 'Invalid password' }]);
    }
    const paused = await sendGuess();
    expect([paused.status, Number(paused.headers.get('retry-after')) > 0]).toEqual([429, true]);
    const right = { currentPassword: PASSWORD, newPassword: 'another-horse-1' };
    expect((await post(service, '/api/auth/change-password', right, cookie)).status).toBe(429);
  });

  test('an account is sent three emails to choose a password with an hour, and the answer never differs', async () => {
    const { email } = await seedUser(service.pool);
    const requestReset = (address: string) =>
      post(service, '/api/auth/request-password-reset', { email: address });
    const answers = [];
    for (const _ of TEN.slice(4)) answers.push(await requestReset(email), await requestReset(`not-${email}`));
    answers.push(await requestReset(email.toUpperCase()));
    expect(new Set(answers.map(({ status, body }) => JSON.stringify([status, body])))).toHaveLength(1);
    const sent = () => service.mails.filter(({ to, subject }) => to === email && /password/.test(subject));
    expect(sent()).toHaveLength(3);
    await passTime('61 minutes');
    await requestReset(email);
    expect(sent()).toHaveLength(4);
  });

  test('attempts are kept under a keyed hash, and removed once they refuse nothing', async () => {
    const { email } = await seedUser(service.pool);
    await guess(email);
    await post(service, '/api/auth/request-password-reset', { email });
    const { rows } = await service.pool.query('select * from sign_in_attempts');
    expect(rows.length).toBeGreaterThan(1);
    expect(JSON.stringify(rows)).not.toContain('people.test');
    await passTime('11 minutes');
    await deleteOldSecurityData(service.pool, 10);
    const { rows: kinds } = await service.pool.query(
      `select distinct kind from sign_in_attempts where pauses = 0`,
    );
    expect(kinds).toEqual([{ kind: 'password_email' }]);
    await passTime('3 days');
    await deleteOldSecurityData(service.pool, 10);
    expect((await service.pool.query('select 1 from sign_in_attempts')).rows).toEqual([]);
  });
});

describe('guessing from many addresses', () => {
  test('the account is limited wherever the guesses come from, and addresses of one IPv6 network are one', async () => {
    const service = await startService('embedded', { rateLimit: true, trustProxy: true });
    const guess = (email: string, address: string) =>
      ask(service, SIGN_IN, {
        method: 'POST',
        body: { email, password: WRONG },
        headers: { 'x-forwarded-for': address },
      });
    const { email } = await seedUser(service.pool);
    const statuses = [];
    for (let n = 1; n <= 11; n += 1) statuses.push((await guess(email, `203.0.113.${n}`)).status);
    expect(statuses).toEqual([...TEN.map(() => 401), 429]);
    const network = [];
    for (let n = 1; n <= 11; n += 1) {
      network.push((await guess(`${uniqueName('nobody')}@people.test`, `2001:db8:1:2::${n}`)).status);
    }
    expect(network).toEqual([...TEN.map(() => 401), 429]);
    expect((await guess(`${uniqueName('nobody')}@people.test`, '2001:db8:1:3::1')).status).toBe(401);
    await service.close();
  });
});

describe('guessing at two processes on one PostgreSQL', () => {
  async function openTwoProcesses() {
    const databaseUrl = await newPostgresUrl();
    const databases = await Promise.all([1, 2].map(() => openDatabase({ databaseUrl, dataDir: '' })));
    const secret = randomBytes(32).toString('hex');
    const mails: string[] = [];
    const auths = databases.map(({ pool }) =>
      createAuth({
        pool,
        secret,
        baseUrl: 'http://service.test',
        mailer: { hasServer: true, send: async ({ to }) => mails.push(to) > 0 },
        logger: pino({ level: 'silent' }),
        now: systemNow,
      }),
    );
    const { email } = await seedUser(databases[0]?.pool as never);
    /** Sends the same to both in turn, all at once; gives the statuses. */
    async function sendAll(count: number, path: string, body: object): Promise<number[]> {
      const answers = await Promise.allSettled(
        Array.from({ length: count }, (_, index) =>
          auths[index % 2]?.handle(
            new Request(`http://service.test/api/auth${path}`, {
              method: 'POST',
              headers: { 'content-type': 'application/json', origin: 'http://service.test' },
              body: JSON.stringify(body),
            }),
          ),
        ),
      );
      return answers.map((answer) => {
        if (answer.status === 'fulfilled') return answer.value?.status ?? 0;
        expect(answer.reason).toBeInstanceOf(RefusedError);
        return 429;
      });
    }
    const closeDatabases = () => Promise.all(databases.map((database) => database.close()));
    return { databases, email, mails, sendAll, close: closeDatabases };
  }

  test('of fifty wrong guesses at once, ten are looked at, and after the pause one', async () => {
    const { databases, email, sendAll, close } = await openTwoProcesses();
    const body = { email, password: WRONG };
    const first = await sendAll(50, '/sign-in/email', body);
    expect(first.filter((status) => status === 401)).toHaveLength(10);
    expect(first.filter((status) => status === 429)).toHaveLength(40);
    const pool = databases[0]?.pool;
    await pool?.query('update sign_in_attempts set paused_until = now()');
    const second = await sendAll(20, '/sign-in/email', body);
    expect(second.filter((status) => status === 401)).toHaveLength(1);
    const { rows } = (await pool?.query(
      `select count(*) as count from security_events where type = 'sign_in.failed'`,
    )) ?? { rows: [] };
    expect(rows).toEqual([{ count: 11 }]);
    await close();
  });

  test('of twenty requests for an email at once, three send one', async () => {
    const { email, mails, sendAll, close } = await openTwoProcesses();
    const statuses = await sendAll(20, '/request-password-reset', { email });
    expect(new Set(statuses)).toEqual(new Set([200]));
    expect(mails).toEqual([email, email, email]);
    await close();
  });
});
