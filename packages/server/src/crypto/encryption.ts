import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { deriveKey } from './secret.js';

const ALGORITHM = 'aes-256-gcm';
const VERSION = 'v1';
const KEY_ID_LENGTH = 8;
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** The secrets of the service: the one in use, and those it had before, which only decrypt. */
export interface Secrets {
  readonly current: string;
  readonly previous: readonly string[];
}

/** Encrypts short texts for one purpose (AES-256-GCM). */
export interface Encryption {
  /** What every text encrypted with the current secret begins with: the version of the format and the id of the key. */
  readonly prefix: string;
  /** `context` says what the text belongs to; it is not stored, and only the same one decrypts. */
  encrypt(text: string, context: string): string;
  /** Throws `DecryptionError`. */
  decrypt(encrypted: string, context: string): string;
}

/** A text that was not encrypted with a known secret for this context, or was changed since. */
export class DecryptionError extends Error {
  constructor(reason: string) {
    super(reason);
    this.name = 'DecryptionError';
  }
}

interface Key {
  readonly id: string;
  readonly bytes: Buffer;
}

/**
 * Encryption with keys derived from the service's secrets, for one purpose. The stored form is
 * `v1.<key id>.<iv>.<ciphertext and tag>` in base64url. The key id is derived too, so it reveals nothing about the key.
 */
export function createEncryption({ current, previous }: Secrets, purpose: string): Encryption {
  const newest = keyForPurpose(current, purpose);
  const older = previous.map((secret) => keyForPurpose(secret, purpose));
  const keys = new Map([...older, newest].map((key) => [key.id, key]));
  const prefix = `${VERSION}.${newest.id}.`;
  return {
    prefix,
    encrypt(text, context) {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv(ALGORITHM, newest.bytes, iv).setAAD(Buffer.from(context));
      const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
      return `${prefix}${iv.toString('base64url')}.${sealed.toString('base64url')}`;
    },
    decrypt(encrypted, context) {
      const [version, keyId = '', iv = '', sealed = '', ...rest] = encrypted.split('.');
      if (version !== VERSION || rest.length > 0) throw new DecryptionError('the format is unknown');
      const key = keys.get(keyId);
      if (key === undefined)
        throw new DecryptionError('it was encrypted with a secret that is not configured');
      return decipherSealed(key, {
        iv: Buffer.from(iv, 'base64url'),
        sealed: Buffer.from(sealed, 'base64url'),
        context,
      });
    },
  };
}

function keyForPurpose(secret: string, purpose: string): Key {
  return {
    id: deriveKey(secret, `${purpose}: key id`).slice(0, KEY_ID_LENGTH),
    bytes: Buffer.from(deriveKey(secret, purpose), 'base64url'),
  };
}

function decipherSealed(
  key: Key,
  { iv, sealed, context }: { readonly iv: Buffer; readonly sealed: Buffer; readonly context: string },
): string {
  if (iv.length !== IV_BYTES || sealed.length < TAG_BYTES) throw new DecryptionError('it is cut short');
  const end = sealed.length - TAG_BYTES;
  const decipher = createDecipheriv(ALGORITHM, key.bytes, iv, { authTagLength: TAG_BYTES })
    .setAAD(Buffer.from(context))
    .setAuthTag(sealed.subarray(end));
  try {
    return Buffer.concat([decipher.update(sealed.subarray(0, end)), decipher.final()]).toString('utf8');
  } catch {
    throw new DecryptionError('it was changed, or belongs to something else');
  }
}
