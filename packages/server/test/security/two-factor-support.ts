import { createHmac } from 'node:crypto';
import { ask, cookieOf, PASSWORD } from '../support/management.js';
import type { RunningService } from '../support/service.js';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const STEP_MS = 30_000;

/**
 * The code an authenticator shows (RFC 6238): six digits, thirty seconds, SHA-1. A code works once, so a test that needs
 * several takes those of the steps around now, which count too.
 */
export function codeOf(base32: string, stepsFromNow = 0): string {
  const bits = [...base32.replaceAll('=', '')]
    .map((letter) => ALPHABET.indexOf(letter).toString(2).padStart(5, '0'))
    .join('');
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / STEP_MS) + stepsFromNow));
  const mac = createHmac('sha1', key).update(counter).digest();
  const offset = (mac.at(-1) ?? 0) & 15;
  return String((mac.readUInt32BE(offset) & 0x7f_ff_ff_ff) % 1_000_000).padStart(6, '0');
}

/** Lets every code count again, as they do for somebody who waits for the next one. */
export async function waitForNextCode(service: Pick<RunningService, 'pool'>): Promise<void> {
  await service.pool.query('update two_factors set last_used_step = null');
}

/** Turns on two-factor authentication for the user of the cookie. */
export async function turnOnTwoFactor(
  service: RunningService,
  cookie: string,
): Promise<{ readonly secret: string; readonly backupCodes: readonly string[]; readonly cookie: string }> {
  const post = (path: string, body: unknown) =>
    ask(service, `/api/auth/two-factor/${path}`, { method: 'POST', body, cookie });
  const { body } = await post('enable', { password: PASSWORD });
  const secret = new URL(body.totpURI).searchParams.get('secret') ?? '';
  const verified = await post('verify-totp', { code: codeOf(secret) });
  if (verified.status !== 200)
    throw new Error(`two-factor could not be turned on: ${JSON.stringify(verified.body)}`);
  await waitForNextCode(service);
  return { secret, backupCodes: body.backupCodes, cookie: cookieOf(verified) };
}
