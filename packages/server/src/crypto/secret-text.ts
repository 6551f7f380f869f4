import { createHash, timingSafeEqual } from 'node:crypto';

/** The SHA-256 of a secret text, to compare others with while the text itself is forgotten. */
export function hashSecret(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

/** Whether a text has this hash, compared in constant time. */
export function isSecret(text: string, expected: Buffer): boolean {
  return timingSafeEqual(hashSecret(text), expected);
}
