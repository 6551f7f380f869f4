import { cookieOf, PASSWORD, postAuth } from '../support/management.js';
import type { RunningService } from '../support/service.js';
import { codeOf } from '../support/totp.js';

/** Lets every code count again, as they do for somebody who waits for the next one. */
export async function waitForNextCode(service: Pick<RunningService, 'pool'>): Promise<void> {
  await service.pool.query('update two_factors set last_used_step = null');
}

/** Turns on two-factor authentication for the user of the cookie. */
export async function turnOnTwoFactor(
  service: RunningService,
  cookie: string,
): Promise<{ readonly secret: string; readonly backupCodes: readonly string[]; readonly cookie: string }> {
  const { body } = await postAuth(service, '/two-factor/enable', { password: PASSWORD }, cookie);
  const secret = new URL(body.totpURI).searchParams.get('secret') ?? '';
  const verified = await postAuth(service, '/two-factor/verify-totp', { code: codeOf(secret) }, cookie);
  if (verified.status !== 200)
    throw new Error(`two-factor could not be turned on: ${JSON.stringify(verified.body)}`);
  await waitForNextCode(service);
  return { secret, backupCodes: body.backupCodes, cookie: cookieOf(verified) };
}
