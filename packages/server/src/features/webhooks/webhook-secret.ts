import { randomBytes } from 'node:crypto';
import type { Encryption } from '../../crypto/encryption.js';

/** The purpose for which `createEncryption` derives the key of webhook secrets. */
export const WEBHOOK_SECRETS_PURPOSE = 'webhook secrets';

const SECRET_BYTES = 32;

/** A new secret, as the Standard Webhooks specification writes it: `whsec_` and 32 random bytes in base64. */
export function generateSecret(): string {
  return `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`;
}

/** The stored form of a secret: only as one of this workspace it can be decrypted. */
export function encryptSecret(workspaceId: number, secret: string, encryption: Encryption): string {
  return encryption.encrypt(secret, contextOf(workspaceId));
}

/** The secret in a stored form. Throws `DecryptionError`. */
export function decryptSecret(workspaceId: number, encrypted: string, encryption: Encryption): string {
  return encryption.decrypt(encrypted, contextOf(workspaceId));
}

function contextOf(workspaceId: number): string {
  return `workspace ${workspaceId}, webhook`;
}
