import { createHash, createHmac, randomBytes } from 'node:crypto';
import type { Pool } from 'pg';
import { pino } from 'pino';
import { describe, expect, test } from 'vitest';
import { type Auth, createAuth } from '../../src/auth/create-auth.js';
import { reencryptTwoFactors } from '../../src/auth/secret-versions.js';
import { systemNow } from '../../src/clock.js';
import { deleteOldSecurityData } from '../../src/features/security/delete-old-security-data.js';
import { engines } from '../support/engines.js';
import { ask, PASSWORD, postAuth, seedUser, signIn } from '../support/management.js';
import { startService } from '../support/service.js';
import { shared } from '../support/shared.js';
import { codeOf } from '../support/totp.js';

const COOKIE = 'svc.session_token';

/** The value of the session's cookie, without its signature. */
function tokenOf(cookie: string): string {
  const value = new RegExp(`${COOKIE}=([^;]+)`).exec(cookie)?.[1] ?? '';
  return decodeURIComponent(value).split('.')[0] ?? '';
}

describe.each(engines)('sessions on %s', (engine) => {
  const service = shared(() => startService(engine));

  const isIn = async (cookie: string) => (await ask(service, '/api/me', { cookie })).status === 200;

  /** Somebody with a session, and a way to change when it is said to have been used. */
  async function openSession() {
    const { userId, email } = await seedUser(service.pool);
    const cookie = await signIn(service, email);
    const age = (set: string) =>
      service.pool.query(`update sessions set ${set} where user_id = $1`, [userId]);
    const read = async (column: string) =>
      (await service.pool.query(`select ${column} as value from sessions where user_id = $1`, [userId]))
        .rows[0]?.value;
    return { userId, email, cookie, age, read };
  }

  test('the database holds only the hash of the token, and the hash opens nothing', async () => {
    const { cookie, read } = await openSession();
    const token = tokenOf(cookie);
    const stored = await read('token');
    expect(stored).toBe(createHash('sha256').update(token).digest('hex'));
    expect(await isIn(cookie)).toBe(true);
    const forged = cookie.replace(token, stored);
    expect(await isIn(forged)).toBe(false);
    await expect(
      service.pool.query(`update sessions set token = $1 where token = $2`, [token, stored]),
    ).rejects.toThrow('sessions_token_is_hashed');
  });

  test('nothing that is answered has the token, and what is listed ends sessions', async () => {
    const { email, cookie } = await openSession();
    const other = await signIn(service, email);
    const session = await ask(service, '/api/auth/get-session', { cookie });
    const list = await ask(service, '/api/auth/list-sessions', { cookie });
    expect(list.body).toHaveLength(2);
    for (const { body } of [session, list]) expect(JSON.stringify(body)).not.toContain(tokenOf(cookie));
    const { token } = list.body.find((one: { token: string }) => one.token !== session.body.session.token);
    expect((await postAuth(service, '/revoke-session', { token }, cookie)).status).toBe(200);
    expect([await isIn(cookie), await isIn(other)]).toEqual([true, false]);
    const third = await signIn(service, email);
    expect((await postAuth(service, '/revoke-other-sessions', {}, cookie)).status).toBe(200);
    expect([await isIn(cookie), await isIn(third)]).toEqual([true, false]);
  });

  test('one that was not used for twelve hours is over', async () => {
    const { cookie, age, read } = await openSession();
    expect(
      await read(`expires_at between now() + interval '719 minutes' and now() + interval '12 hours'`),
    ).toBe(true);
    // Used a minute before its end, it goes on for another twelve hours.
    await age(`expires_at = now() + interval '1 minute'`);
    expect(await isIn(cookie)).toBe(true);
    expect(await read(`expires_at > now() + interval '719 minutes'`)).toBe(true);
    await age(`expires_at = now() - interval '1 second'`);
    expect(await isIn(cookie)).toBe(false);
  });

  test('what a page asks for by itself while nobody uses it does not prolong one', async () => {
    const { cookie, age, read } = await openSession();
    await age(`expires_at = now() + interval '1 hour'`);
    const me = await ask(service, '/api/me', { cookie, headers: { 'svc-idle': '1' } });
    expect([me.status, me.headers.getSetCookie()]).toEqual([200, []]);
    expect(await read(`expires_at <= now() + interval '1 hour'`)).toBe(true);
  });

  test('thirty days after it began it is over, however much it is used', async () => {
    const { cookie, age, read } = await openSession();
    await age(
      `created_at = now() - interval '30 days' + interval '1 hour', expires_at = now() + interval '1 minute'`,
    );
    expect(await isIn(cookie)).toBe(true);
    expect(await read(`expires_at <= now() + interval '1 hour'`)).toBe(true);
    await age(`created_at = now() - interval '30 days', expires_at = now() + interval '1 hour'`);
    expect(await isIn(cookie)).toBe(false);
    expect((await ask(service, '/api/auth/list-sessions', { cookie })).status).toBe(401);
  });

  test('one that the browser forgets sooner ends after twelve hours too', async () => {
    const { userId, email } = await seedUser(service.pool);
    const body = { email, password: PASSWORD, rememberMe: false };
    expect((await ask(service, '/api/auth/sign-in/email', { method: 'POST', body })).status).toBe(200);
    const { rows } = await service.pool.query(
      `select expires_at <= now() + interval '12 hours' as soon from sessions where user_id = $1`,
      [userId],
    );
    expect(rows).toEqual([{ soon: true }]);
  });

  test('sessions that are over are removed', async () => {
    const { age, read } = await openSession();
    await age(`expires_at = now() - interval '1 second'`);
    await deleteOldSecurityData(service.pool, 10);
    expect(await read('id')).toBeUndefined();
  });
});

describe.each(engines)('another secret on %s', (engine) => {
  const OLD = randomBytes(32).toString('hex');
  const NEW = randomBytes(32).toString('hex');

  function authWith(pool: Pool, secret: string, previousSecrets: readonly string[] = []): Auth {
    return createAuth({
      pool,
      secret,
      previousSecrets,
      baseUrl: 'http://service.test',
      mailer: { hasServer: true, send: async () => true },
      logger: pino({ level: 'silent' }),
      now: systemNow,
    });
  }

  async function callAuth(auth: Auth, path: string, body: object, cookie = '') {
    const answer = await auth.handle(
      new Request(`http://service.test/api/auth${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin: 'http://service.test', cookie },
        body: JSON.stringify(body),
      }),
    );
    const cookies = answer.setCookies.map((value) => value.split(';')[0]).join('; ');
    return { status: answer.status, body: JSON.parse(answer.body), cookie: cookies };
  }

  test('sessions and codes stay valid while the previous secret is known, and codes even without it once re-encrypted', async () => {
    const service = await startService(engine);
    const { pool } = service;
    const { email } = await seedUser(pool);
    const credentials = { email, password: PASSWORD };
    const before = authWith(pool, OLD);
    const { cookie } = await callAuth(before, '/sign-in/email', credentials);
    const { body } = await callAuth(before, '/two-factor/enable', { password: PASSWORD }, cookie);
    const secret = new URL(body.totpURI).searchParams.get('secret') ?? '';
    const verified = await callAuth(before, '/two-factor/verify-totp', { code: codeOf(secret) }, cookie);
    const waiting = await callAuth(before, '/sign-in/email', credentials);

    const after = authWith(pool, NEW, ['an unrelated secret from even before', OLD]);
    expect((await after.sessionOf(verified.cookie))?.user.email).toBe(email);
    expect(await authWith(pool, NEW).sessionOf(verified.cookie)).toBeNull();
    const proven = await callAuth(
      after,
      '/two-factor/verify-totp',
      { code: codeOf(secret, 1) },
      waiting.cookie,
    );
    expect(proven.status).toBe(200);
    expect((await authWith(pool, NEW).sessionOf(proven.cookie))?.user.email).toBe(email);

    expect(await reencryptTwoFactors(pool, [NEW])).toEqual({ reencrypted: 0, unreadable: 1 });
    expect(await reencryptTwoFactors(pool, [NEW, OLD])).toEqual({ reencrypted: 1, unreadable: 0 });
    expect(await reencryptTwoFactors(pool, [NEW])).toEqual({ reencrypted: 0, unreadable: 0 });
    await pool.query('update two_factors set last_used_step = null');
    const later = authWith(pool, NEW);
    const half = await callAuth(later, '/sign-in/email', credentials);
    const code = body.backupCodes[0];
    expect((await callAuth(later, '/two-factor/verify-backup-code', { code }, half.cookie)).status).toBe(200);
    const second = await callAuth(later, '/sign-in/email', credentials);
    expect(
      (await callAuth(later, '/two-factor/verify-totp', { code: codeOf(secret) }, second.cookie)).status,
    ).toBe(200);
    await service.close();
  });

  test('a cookie that is renewed is signed with the secret in use', async () => {
    const service = await startService(engine);
    const { email } = await seedUser(service.pool);
    const { cookie } = await callAuth(authWith(service.pool, OLD), '/sign-in/email', {
      email,
      password: PASSWORD,
    });
    await service.pool.query(`update sessions set expires_at = now() + interval '1 hour'`);
    const session = await authWith(service.pool, NEW, [OLD]).sessionOf(cookie);
    const [renewed = ''] = session?.setCookies ?? [];
    const token = tokenOf(cookie);
    const signature = createHmac('sha256', NEW).update(token).digest('base64');
    expect(decodeURIComponent(renewed)).toContain(`${COOKIE}=${token}.${signature};`);
    await service.close();
  });

  test('what was encrypted before secrets had numbers is readable, and re-encrypted', async () => {
    const { symmetricDecrypt, symmetricEncrypt } = await import('better-auth/crypto');
    const service = await startService(engine);
    const { userId } = await seedUser(service.pool);
    const bare = (data: string) => symmetricEncrypt({ key: OLD, data });
    await service.pool.query(
      `insert into two_factors (id, user_id, secret, backup_codes) values ($1, $1, $2, $3)`,
      [userId, await bare('the secret'), await bare('["a"]')],
    );
    expect(await reencryptTwoFactors(service.pool, [NEW, OLD])).toEqual({ reencrypted: 1, unreadable: 0 });
    const { rows } = await service.pool.query('select secret from two_factors');
    const [, , , ciphertext = ''] = rows[0].secret.split('$');
    expect(await symmetricDecrypt({ key: NEW, data: ciphertext })).toBe('the secret');
    await service.close();
  });
});
