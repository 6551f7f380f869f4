import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createEncryption, DecryptionError } from '../../src/crypto/encryption.js';

const encryptionOf = (current: string, ...previous: string[]) =>
  createEncryption({ current, previous }, 'a test');

describe('what is encrypted under the secret of the service', () => {
  const encryption = encryptionOf('the-current-secret');

  test('is decrypted to what it was, whatever it is', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string(), (text, context) => {
        expect(encryption.decrypt(encryption.encrypt(text, context), context)).toBe(text);
      }),
    );
  });

  test('names version and key, and is another text each time', () => {
    const one = encryption.encrypt('DE02', 'jane');
    const other = encryption.encrypt('DE02', 'jane');
    expect(one).toMatch(/^v1\.[\w-]{8}\.[\w-]{16}\.[\w-]+$/);
    expect(one.startsWith(encryption.prefix)).toBe(true);
    expect(one).not.toBe(other);
  });

  test('is not decrypted for anything else, by another secret or another purpose', () => {
    const encrypted = encryption.encrypt('DE02', 'jane');
    const others = [
      encryptionOf('another-secret'),
      createEncryption({ current: 'the-current-secret', previous: [] }, 'x'),
    ];
    expect(() => encryption.decrypt(encrypted, 'bob')).toThrow(DecryptionError);
    for (const other of others) expect(() => other.decrypt(encrypted, 'jane')).toThrow(DecryptionError);
  });

  test('is not decrypted when a single character of it was changed or cut', () => {
    const encrypted = encryption.encrypt('DE02 1203 0000', 'jane');
    for (let index = 0; index < encrypted.length; index += 1) {
      const character = encrypted[index] === 'A' ? 'Q' : 'A';
      const changed = `${encrypted.slice(0, index)}${character}${encrypted.slice(index + 1)}`;
      expect(() => encryption.decrypt(changed, 'jane'), changed).toThrow(DecryptionError);
      expect(() => encryption.decrypt(encrypted.slice(0, index), 'jane')).toThrow(DecryptionError);
    }
    expect(() => encryption.decrypt(`${encrypted}.A`, 'jane')).toThrow(DecryptionError);
    expect(() => encryption.decrypt('DE02 1203 0000', 'jane')).toThrow(DecryptionError);
  });

  test('is decrypted by a later secret that names it as a previous one, and encrypted with the later one', () => {
    const encrypted = encryption.encrypt('DE02', 'jane');
    const later = encryptionOf('the-next-secret', 'an-even-older-secret', 'the-current-secret');
    expect(later.decrypt(encrypted, 'jane')).toBe('DE02');
    expect(encrypted.startsWith(later.prefix)).toBe(false);
    expect(later.encrypt('DE02', 'jane').startsWith(later.prefix)).toBe(true);
    expect(() => encryption.decrypt(later.encrypt('DE02', 'jane'), 'jane')).toThrow(DecryptionError);
  });
});
