import { createHash, randomBytes } from 'node:crypto';

const RANDOM_BYTES = 24;

/**
 * A new key: the prefix, such as `svc_live_`, and 24 random bytes in base64url. It never ends in `-` or `_`, because a
 * double click in a terminal or a mail does not select those at the end of a word.
 */
export function generateKey(prefix: string): string {
  for (;;) {
    const key = `${prefix}${randomBytes(RANDOM_BYTES).toString('base64url')}`;
    if (!/[-_]$/.test(key)) return key;
  }
}

/** What is stored of a key: its SHA-256 as 64 hexadecimal digits. */
export function hashKey(key: string): string {
  return createHash('sha256').update(key).digest('hex');
}

/** What of a key is shown: its last four characters. */
export function hintOf(key: string): string {
  return key.slice(-4);
}
