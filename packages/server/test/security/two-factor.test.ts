import { describe, expect, test } from 'vitest';
import { engines } from '../support/engines.js';
import { ask, cookieOf, PASSWORD, postAuth, seedUser, signIn } from '../support/management.js';
import { startService } from '../support/service.js';
import { shared } from '../support/shared.js';
import { codeOf } from '../support/totp.js';
import { turnOnTwoFactor, waitForNextCode } from './two-factor-support.js';

describe.each(engines)('two-factor authentication on %s', (engine) => {
  const service = shared(() => startService(engine));

  const signInHalfway = async (email: string) =>
    cookieOf(await postAuth(service, '/sign-in/email', { email, password: PASSWORD }));

  async function openWithSecondFactor() {
    const { email } = await seedUser(service.pool);
    const factor = await turnOnTwoFactor(service, await signIn(service, email));
    const disable = (body: object) => postAuth(service, '/two-factor/disable', body, factor.cookie);
    const isOn = async () => (await ask(service, '/api/me', { cookie: factor.cookie })).body.user?.two_factor;
    return { email, ...factor, disable, isOn };
  }

  test('a password alone signs nobody in; a code or a backup code does', async () => {
    const { email, secret, backupCodes } = await openWithSecondFactor();
    const first = await postAuth(service, '/sign-in/email', { email, password: PASSWORD });
    expect(first.body).toMatchObject({ twoFactorRedirect: true });
    expect((await ask(service, '/api/me', { cookie: cookieOf(first) })).status).toBe(401);
    const wrong = await postAuth(service, '/two-factor/verify-totp', { code: '000000' }, cookieOf(first));
    expect([wrong.status, wrong.headers.get('svc-error-code')]).toEqual([401, 'code_invalid']);
    const right = await postAuth(
      service,
      '/two-factor/verify-totp',
      { code: codeOf(secret) },
      cookieOf(first),
    );
    expect((await ask(service, '/api/me', { cookie: cookieOf(right) })).body.user.two_factor).toBe(true);
    const code = backupCodes[0];
    expect(
      (await postAuth(service, '/two-factor/verify-backup-code', { code }, await signInHalfway(email)))
        .status,
    ).toBe(200);
    expect(
      (await postAuth(service, '/two-factor/verify-backup-code', { code }, await signInHalfway(email)))
        .status,
    ).toBe(401);
    const { rows } = await service.pool.query('select * from two_factors');
    expect(JSON.stringify(rows)).not.toContain(code);
  });

  test('a code works once, and none before it works after it', async () => {
    const { email, secret } = await openWithSecondFactor();
    const verify = async (code: string) =>
      postAuth(service, '/two-factor/verify-totp', { code }, await signInHalfway(email));
    const [code, next] = [codeOf(secret), codeOf(secret, 1)];
    expect((await verify(code)).status).toBe(200);
    const again = await verify(code);
    expect([again.status, again.body]).toEqual([401, { error: 'Invalid code' }]);
    expect((await verify(next)).status).toBe(200);
    expect((await verify(code)).status).toBe(401);
  });

  test('the code that turned it on signs nobody in', async () => {
    const { email } = await seedUser(service.pool);
    const cookie = await signIn(service, email);
    const { body } = await postAuth(service, '/two-factor/enable', { password: PASSWORD }, cookie);
    const code = codeOf(new URL(body.totpURI).searchParams.get('secret') ?? '');
    expect((await postAuth(service, '/two-factor/verify-totp', { code }, cookie)).status).toBe(200);
    expect(
      (await postAuth(service, '/two-factor/verify-totp', { code }, await signInHalfway(email))).status,
    ).toBe(401);
  });

  test('of many who use the same code at once, one gets in', async () => {
    const { email, secret } = await openWithSecondFactor();
    const cookies = await Promise.all(Array.from({ length: 5 }, () => signInHalfway(email)));
    const code = codeOf(secret);
    const answers = await Promise.all(
      cookies.map((cookie) => postAuth(service, '/two-factor/verify-totp', { code }, cookie)),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 401, 401, 401, 401]);
  });

  test('turning it off takes the password and a code', async () => {
    const { secret, disable, isOn } = await openWithSecondFactor();
    const refusals = [
      [{ password: PASSWORD }, 400, 'code is required', 'field_required'],
      [{ password: PASSWORD, code: '' }, 400, 'code is required', 'field_required'],
      [{ password: PASSWORD, code: '000000' }, 401, 'Invalid code', 'code_invalid'],
      [{ password: PASSWORD, code: 'aaaaa-bbbbb' }, 401, 'Invalid code', 'code_invalid'],
      [{ password: 'wrong-horse-1', code: codeOf(secret) }, 400, 'Invalid password', 'password_wrong'],
    ] as const;
    for (const [body, status, error, code] of refusals) {
      const answer = await disable(body);
      expect([answer.status, answer.body, answer.headers.get('svc-error-code')]).toEqual([
        status,
        { error },
        code,
      ]);
    }
    expect((await disable({ code: codeOf(secret) })).status).toBe(400);
    expect(await isOn()).toBe(true);
    // A wrong password did not use the code up.
    const off = await disable({ password: PASSWORD, code: codeOf(secret) });
    expect(off.status).toBe(200);
    const me = await ask(service, '/api/me', { cookie: cookieOf(off) });
    expect(me.body.user.two_factor).toBe(false);
  });

  test('new backup codes take the password and a code, because each of them can turn it off', async () => {
    const { secret, backupCodes, cookie } = await openWithSecondFactor();
    const createBackupCodes = (body: unknown) =>
      postAuth(service, '/two-factor/generate-backup-codes', body, cookie);
    expect((await createBackupCodes({ password: PASSWORD })).body).toEqual({ error: 'code is required' });
    expect((await createBackupCodes({ password: PASSWORD, code: '000000' })).body).toEqual({
      error: 'Invalid code',
    });
    expect((await createBackupCodes({ password: 'wrong-horse-1', code: codeOf(secret) })).status).toBe(400);
    const created = await createBackupCodes({ password: PASSWORD, code: backupCodes[0] });
    expect(created.status).toBe(200);
    expect(created.body.backupCodes).not.toContain(backupCodes[1]);
  });

  test('without the phone, a backup code turns it off', async () => {
    const { email, backupCodes, disable } = await openWithSecondFactor();
    expect((await disable({ password: PASSWORD, code: backupCodes[3] })).status).toBe(200);
    const signedIn = await postAuth(service, '/sign-in/email', { email, password: PASSWORD });
    expect(signedIn.body).toMatchObject({ user: { email } });
  });

  test('a code that was used to sign in does not turn it off', async () => {
    const { email, secret, disable, isOn } = await openWithSecondFactor();
    const code = codeOf(secret);
    expect(
      (await postAuth(service, '/two-factor/verify-totp', { code }, await signInHalfway(email))).status,
    ).toBe(200);
    expect((await disable({ password: PASSWORD, code })).status).toBe(401);
    expect(await isOn()).toBe(true);
    await waitForNextCode(service);
    expect((await disable({ password: PASSWORD, code })).status).toBe(200);
  });
});
