import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

const ALGORITHM = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Encrypts what has to be kept secret of a workspace's account. `key`: 256 bits in base64url. The workspace is part of
 * what is authenticated, so that one workspace's text is of no use in another's row.
 */
export function encrypt(key: string, workspaceId: number, text: string): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(ALGORITHM, Buffer.from(key, 'base64url'), nonce);
  cipher.setAAD(Buffer.from(String(workspaceId)));
  const encrypted = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), encrypted]).toString('base64url');
}

/** The text again; throws when the key is another one, or the row was tampered with. */
export function decrypt(key: string, workspaceId: number, encrypted: string): string {
  const bytes = Buffer.from(encrypted, 'base64url');
  const decipher = createDecipheriv(ALGORITHM, Buffer.from(key, 'base64url'), bytes.subarray(0, NONCE_BYTES));
  decipher.setAAD(Buffer.from(String(workspaceId)));
  decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
  return Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]).toString(
    'utf8',
  );
}
