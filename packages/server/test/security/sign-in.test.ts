import { describe, expect, test } from 'vitest';
import { createAuth } from '../../src/auth/create-auth.js';
import { systemNow } from '../../src/clock.js';
import { hashPassword, verifyPassword } from '../../src/crypto/passwords.js';
import { engines } from '../support/engines.js';
import { ask, cookieOf, PASSWORD, post, seedUser, signIn } from '../support/management.js';
import { startService } from '../support/service.js';
import { shared } from '../support/shared.js';

const SIGN_IN = '/api/auth/sign-in/email';

describe.each(engines)('signing in on %s', (engine) => {
  const service = shared(() => startService(engine));

  test('200: the right password gives a session that /api/me knows', async () => {
    const { email, userId } = await seedUser(service.pool);
    const cookie = await signIn(service, email);
    const me = await ask(service, '/api/me', { cookie });
    expect(me.status).toBe(200);
    expect(me.body).toEqual({
      user: { id: userId, email, name: 'Olive', two_factor: false, language: null },
      workspaces: [],
      is_partner: false,
    });
    expect(me.headers.get('cache-control')).toBe('no-store');
  });

  test('200: the address is found in any letter case', async () => {
    const { email } = await seedUser(service.pool);
    expect((await post(service, SIGN_IN, { email: email.toUpperCase(), password: PASSWORD })).status).toBe(
      200,
    );
  });

  test('the session cookie cannot be read by scripts or sent by other sites, and is not Secure on http', async () => {
    const { email } = await seedUser(service.pool);
    const answer = await post(service, SIGN_IN, { email, password: PASSWORD });
    const [cookie] = answer.headers.getSetCookie();
    expect(cookie).toMatch(/^svc\.session_token=[^;]+;.*HttpOnly;.*SameSite=Lax/i);
    expect(cookie).not.toMatch(/Secure/i);
  });

  test('the session cookie is Secure on https', async () => {
    const { email } = await seedUser(service.pool);
    const auth = createAuth({
      pool: service.pool,
      secret: 'a secret of at least thirty-two characters',
      baseUrl: 'https://svc.test',
      mailer: { hasServer: true, send: async () => true },
      logger: { debug: () => {}, info: () => {}, error: () => {} },
      now: systemNow,
    });
    const answer = await auth.handle(
      new Request(`https://svc.test${SIGN_IN}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin: 'https://svc.test' },
        body: JSON.stringify({ email, password: PASSWORD }),
      }),
    );
    expect(answer.status).toBe(200);
    expect(answer.setCookies[0]).toMatch(/^__Secure-svc\.session_token=.*Secure/i);
  });

  test('401: a wrong password and an unknown address get the same answer', async () => {
    const { email } = await seedUser(service.pool);
    const wrong = await post(service, SIGN_IN, { email, password: 'wrong-horse-1' });
    const unknown = await post(service, SIGN_IN, { email: `not-${email}`, password: PASSWORD });
    expect([wrong.status, wrong.body]).toEqual([401, { error: 'Invalid email or password' }]);
    expect([unknown.status, unknown.body]).toEqual([401, { error: 'Invalid email or password' }]);
    expect(wrong.headers.getSetCookie()).toEqual([]);
  });

  test.each([
    ['no password', { email: 'a@b.test' }],
    ['a password that is no string', { email: 'a@b.test', password: 7 }],
    ['no address', { password: PASSWORD }],
    ['an address that is none', { email: 'nobody', password: PASSWORD }],
    ['an empty body', {}],
    ['a list', []],
  ])('400: %s', async (_what, body) => {
    const answer = await post(service, SIGN_IN, body);
    expect(answer.status).toBe(400);
    expect(answer.body).toEqual({ error: expect.stringMatching(/\S/) });
  });

  test('415: a form, which other sites could send', async () => {
    const answer = await ask(service, SIGN_IN, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    expect([answer.status, answer.body]).toEqual([415, { error: 'Unsupported content type' }]);
  });

  test('200: signing out ends the session for good', async () => {
    const { email } = await seedUser(service.pool);
    const cookie = await signIn(service, email);
    const out = await post(service, '/api/auth/sign-out', {}, cookie);
    expect(out.status).toBe(200);
    expect(cookieOf(out)).toMatch(/^svc\.session_token=(;|$)/);
    const me = await ask(service, '/api/me', { cookie });
    expect([me.status, me.body]).toEqual([401, { error: 'Authentication required' }]);
  });

  test('401: a session token that nobody signed, or that is over', async () => {
    const { email, userId } = await seedUser(service.pool);
    const cookie = await signIn(service, email);
    const token = decodeURIComponent(cookie.slice(cookie.indexOf('=') + 1)).split('.')[0];
    const unsigned = await ask(service, '/api/me', { cookie: `svc.session_token=${token}` });
    expect(unsigned.status).toBe(401);
    await service.pool.query(
      `update sessions set expires_at = now() - interval '1 second' where user_id = $1`,
      [userId],
    );
    expect((await ask(service, '/api/me', { cookie })).status).toBe(401);
  });

  test('a session in use is prolonged, and its cookie with it', async () => {
    const { email, userId } = await seedUser(service.pool);
    const cookie = await signIn(service, email);
    await service.pool.query(
      `update sessions set expires_at = now() + interval '1 hour' where user_id = $1`,
      [userId],
    );
    const me = await ask(service, '/api/me', { cookie });
    expect(me.status).toBe(200);
    expect(cookie).toContain(cookieOf(me));
    const { rows } = await service.pool.query(
      `select expires_at > now() + interval '11 hours' as prolonged from sessions where user_id = $1`,
      [userId],
    );
    expect(rows).toEqual([{ prolonged: true }]);
  });

  test('403: signing in or out from a page of another site', async () => {
    const { email } = await seedUser(service.pool);
    const cookie = await signIn(service, email);
    const headers = { origin: 'https://evil.test' };
    const out = await post(service, '/api/auth/sign-out', {}, cookie, headers);
    expect([out.status, out.body]).toEqual([403, { error: 'Invalid origin' }]);
    const into = await post(service, SIGN_IN, { email, password: PASSWORD }, '', headers);
    expect([into.status, into.body]).toEqual([403, { error: 'Invalid origin' }]);
    expect((await ask(service, '/api/me', { cookie })).status).toBe(200);
  });

  test('200: signing out from a page of the service itself, under its base address or the one it was reached by', async () => {
    const { email } = await seedUser(service.pool);
    for (const origin of ['http://service.test', service.baseUrl]) {
      const cookie = await signIn(service, email);
      expect((await post(service, '/api/auth/sign-out', {}, cookie, { origin })).status).toBe(200);
    }
  });

  test('200: a changed password is the one that counts', async () => {
    const { email } = await seedUser(service.pool);
    const cookie = await signIn(service, email);
    const body = { currentPassword: PASSWORD, newPassword: 'other-horse-2', revokeOtherSessions: true };
    expect((await post(service, '/api/auth/change-password', body, cookie)).status).toBe(200);
    expect((await post(service, SIGN_IN, { email, password: PASSWORD })).status).toBe(401);
    expect((await post(service, SIGN_IN, { email, password: 'other-horse-2' })).status).toBe(200);
  });

  test('200: what there is to see of a session, and null without one', async () => {
    const { email } = await seedUser(service.pool);
    const cookie = await signIn(service, email);
    const session = await ask(service, '/api/auth/get-session', { cookie });
    expect(session.body.user.email).toBe(email);
    const none = await ask(service, '/api/auth/get-session');
    expect([none.status, none.body]).toEqual([200, null]);
    expect((await ask(service, '/api/auth/list-sessions', { cookie })).body).toHaveLength(1);
    expect((await ask(service, '/api/auth/list-sessions')).status).toBe(401);
  });

  test.each([
    ['signing up', 'POST', '/api/auth/sign-up/email'],
    ['signing in by other ways', 'POST', '/api/auth/sign-in/social'],
    ['pages of the library', 'GET', '/api/auth/error'],
  ])('404: %s is not offered', async (_what, method, path) => {
    const body = { email: 'new@people.test', password: PASSWORD, name: 'New' };
    const answer = await ask(service, path, { method, ...(method === 'POST' && { body }) });
    expect([answer.status, answer.body]).toEqual([404, { error: 'Not found' }]);
  });

  test('no password is stored readably', async () => {
    const hash = await hashPassword(PASSWORD);
    expect(hash).not.toContain(PASSWORD);
    expect(await verifyPassword(PASSWORD, hash)).toBe(true);
    expect(await verifyPassword('wrong-horse-1', hash)).toBe(false);
  });
});

describe('limits on signing in', () => {
  test('429: the eleventh attempt of an address within a minute', async () => {
    const service = await startService('embedded', { rateLimit: true });
    const { email } = await seedUser(service.pool);
    const body = { email, password: 'wrong-horse-1' };
    const statuses: number[] = [];
    for (let attempt = 1; attempt <= 10; attempt += 1) {
      statuses.push((await ask(service, SIGN_IN, { method: 'POST', body })).status);
    }
    expect(new Set(statuses)).toEqual(new Set([401]));
    const answer = await ask(service, SIGN_IN, { method: 'POST', body: { email, password: PASSWORD } });
    expect([answer.status, answer.body]).toEqual([429, { error: 'Too many requests' }]);
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    await service.close();
  });
});

describe('signing in without a database', () => {
  test('503: neither sessions nor passwords can be looked up', async () => {
    const service = await startService('postgres');
    const { email } = await seedUser(service.pool);
    const cookie = await signIn(service, email);
    await service.pool.end();
    const body = { email, password: PASSWORD };
    for (const answer of [
      await ask(service, '/api/me', { cookie }),
      await ask(service, SIGN_IN, { method: 'POST', body }),
    ]) {
      expect([answer.status, answer.body]).toEqual([503, { error: 'Service unavailable' }]);
      expect(answer.headers.get('retry-after')).toBe('1');
    }
    await service.app.close();
    await service.tracking.close();
  });
});
