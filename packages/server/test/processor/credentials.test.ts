import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { decrypt, encrypt } from '../../src/processor/credentials.js';

const KEY = randomBytes(32).toString('base64url');

test('what is kept of an account can be read again with the key of the service, for its own workspace', () => {
  const encrypted = encrypt(KEY, 7, 'rt_secret ü');
  expect(encrypted).not.toContain('rt_secret');
  expect(encrypt(KEY, 7, 'rt_secret ü')).not.toBe(encrypted);
  expect(decrypt(KEY, 7, encrypted)).toBe('rt_secret ü');
  expect(() => decrypt(KEY, 8, encrypted)).toThrow();
  expect(() => decrypt(randomBytes(32).toString('base64url'), 7, encrypted)).toThrow();
  const bytes = Buffer.from(encrypted, 'base64url');
  bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1;
  expect(() => decrypt(KEY, 7, bytes.toString('base64url'))).toThrow();
});
