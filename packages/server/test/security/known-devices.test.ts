import { describe, expect, test } from 'vitest';
import { engines } from '../support/engines.js';
import { ask, cookieOf, PASSWORD, post, seedUser, signIn } from '../support/management.js';
import { startService } from '../support/service.js';
import { shared } from '../support/shared.js';
import { codeOf } from '../support/totp.js';
import { turnOnTwoFactor, waitForNextCode } from './two-factor-support.js';

const WRONG = 'wrong-horse-battery';
const TEN = Array.from({ length: 10 });
/** A browser that the owner never used, elsewhere. */
const STRANGER = { 'user-agent': 'Stranger', 'x-forwarded-for': '203.0.113.9' };

/** Whoever guesses keeps out no device that the owner has signed in from, and is kept out for fifteen minutes at most. */
describe.each(engines)('a known device on %s', (engine) => {
  const service = shared(() => startService(engine, { trustProxy: true }));

  const attempt = (email: string, password: string, headers: Record<string, string> = {}) =>
    ask(service, '/api/auth/sign-in/email', { method: 'POST', body: { email, password }, headers });
  const endPauses = () =>
    service.pool.query('update sign_in_attempts set paused_until = now() where paused_until > now()');

  async function pauseStrangers(email: string): Promise<void> {
    for (const _ of TEN) expect((await attempt(email, WRONG, STRANGER)).status).toBe(401);
    const paused = await attempt(email, PASSWORD, STRANGER);
    expect(paused.status).toBe(429);
    expect(Number(paused.headers.get('retry-after'))).toBeLessThanOrEqual(900);
  }

  test('signs in while strangers are paused, by its cookie and by its place', async () => {
    const { email } = await seedUser(service.pool);
    const first = await attempt(email, PASSWORD);
    expect(first.status).toBe(200);
    await pauseStrangers(email);
    const elsewhere = { cookie: cookieOf(first), 'user-agent': 'Phone', 'x-forwarded-for': '198.51.100.4' };
    expect((await attempt(email, PASSWORD, elsewhere)).status).toBe(200);
    expect((await attempt(email, PASSWORD)).status).toBe(200);
    expect((await attempt(email, PASSWORD, STRANGER)).status).toBe(429);
  });

  test('is paused itself when it guesses, for fifteen minutes at most, and nobody else is', async () => {
    const { email } = await seedUser(service.pool);
    const cookie = cookieOf(await attempt(email, PASSWORD));
    for (const _ of TEN) expect((await attempt(email, WRONG, { cookie })).status).toBe(401);
    for (let pause = 0; pause < 7; pause += 1) {
      const paused = await attempt(email, PASSWORD, { cookie });
      expect(paused.status).toBe(429);
      expect(Number(paused.headers.get('retry-after'))).toBeLessThanOrEqual(900);
      await endPauses();
      expect((await attempt(email, WRONG, { cookie })).status).toBe(401);
    }
    expect((await attempt(email, PASSWORD, STRANGER)).status).toBe(200);
  });

  test('is none by a cookie that somebody made up, or that is known to another account', async () => {
    const { email } = await seedUser(service.pool);
    const other = await seedUser(service.pool);
    const cookieOfOther = cookieOf(await attempt(other.email, PASSWORD, { 'user-agent': 'Other' }));
    await attempt(email, PASSWORD);
    await pauseStrangers(email);
    for (const cookie of [cookieOfOther, `svc.device=${'a'.repeat(22)}`, 'svc.device=']) {
      const refused = await attempt(email, PASSWORD, { ...STRANGER, cookie });
      expect([cookie, refused.status]).toEqual([cookie, 429]);
    }
  });

  test('enters codes while a stranger who knows the password guesses them', async () => {
    const { email } = await seedUser(service.pool);
    const own = await turnOnTwoFactor(service, await signIn(service, email));
    const verify = async (code: string, headers: Record<string, string>) => {
      const cookie = cookieOf(await attempt(email, PASSWORD, headers));
      return post(service, '/api/auth/two-factor/verify-totp', { code }, cookie, headers);
    };
    for (const _ of TEN) expect((await verify('000000', STRANGER)).status).toBe(401);
    expect((await verify(codeOf(own.secret), STRANGER)).status).toBe(429);
    await waitForNextCode(service);
    expect((await verify(codeOf(own.secret), {})).status).toBe(200);
  });

  test('starts over everywhere with a password that was chosen by email', async () => {
    const { email } = await seedUser(service.pool);
    const cookie = cookieOf(await attempt(email, PASSWORD));
    for (const _ of TEN) await attempt(email, WRONG, { cookie });
    await pauseStrangers(email);
    await post(service, '/api/auth/request-password-reset', { email });
    const token = service.mails.findLast(({ to }) => to === email)?.text.match(/#(\S+)/)?.[1] ?? '';
    const newPassword = 'another-horse-1';
    await post(service, '/api/auth/reset-password', { token, newPassword });
    expect((await attempt(email, newPassword, { cookie })).status).toBe(200);
    expect((await attempt(email, newPassword, STRANGER)).status).toBe(200);
  });
});
