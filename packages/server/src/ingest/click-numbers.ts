import { randomFillSync } from 'node:crypto';

const BYTES_EACH = 7;
const POOLED = 512;
const HIGH_BITS = 0x1fffff;

const pool = Buffer.alloc(BYTES_EACH * POOLED);
let used = pool.length;

/**
 * A number from 1 to 2^53-1 from the system's cryptographic source, for a click id that nobody can guess. Randomness
 * is fetched for 512 clicks at a time, because each fetch costs about as much as a hundred numbers.
 */
export function newClickNumber(): number {
  for (;;) {
    if (used === pool.length) {
      randomFillSync(pool);
      used = 0;
    }
    const high = pool.readUIntBE(used, 3) & HIGH_BITS;
    const low = pool.readUInt32BE(used + 3);
    used += BYTES_EACH;
    const number = high * 2 ** 32 + low;
    if (number !== 0) return number;
  }
}
