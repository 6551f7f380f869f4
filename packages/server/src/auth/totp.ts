import { createHmac, timingSafeEqual } from 'node:crypto';

const STEP_MS = 30_000;
const DIGITS = 6;
/** Codes of the step before and after count too, as the sign-in library accepts them: clocks differ. */
const TOLERATED_STEPS = 1;

/** The code of a step (RFC 6238, SHA-1). The secret is used as text, as the sign-in library keeps it. */
export function totpAt(secret: string, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const digest = createHmac('sha1', secret).update(counter).digest();
  const number = digest.readUInt32BE((digest.at(-1) ?? 0) & 15) & 0x7fff_ffff;
  return String(number % 10 ** DIGITS).padStart(DIGITS, '0');
}

/** The 30-second step whose code this is, the newest if there are several; null when it is the code of none that counts now. */
export function findTotpStep(secret: string, code: string, nowMs: number): number | null {
  const now = Math.floor(nowMs / STEP_MS);
  let found: number | null = null;
  for (let step = now - TOLERATED_STEPS; step <= now + TOLERATED_STEPS; step += 1) {
    if (isSame(totpAt(secret, step), code)) found = step;
  }
  return found;
}

function isSame(expected: string, given: string): boolean {
  const [a, b] = [Buffer.from(expected), Buffer.from(given)];
  return a.length === b.length && timingSafeEqual(a, b);
}
