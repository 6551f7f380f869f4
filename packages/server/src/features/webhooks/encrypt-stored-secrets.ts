import type { Pool } from 'pg';
import { DecryptionError, type Encryption } from '../../crypto/encryption.js';
import { decryptSecret, encryptSecret } from './webhook-secret.js';

/** How many webhooks were encrypted, and how many cannot be decrypted with any secret that is configured. */
export interface EncryptedSecrets {
  readonly encrypted: number;
  readonly unreadable: number;
}

interface SecretRow {
  readonly id: number;
  readonly workspace_id: number;
  readonly secret: string;
  readonly previous_secret: string | null;
}

/**
 * Encrypts the secrets of all webhooks with the service's current secret, and drops previous ones that no longer sign. Any number of
 * processes may do it at once; what cannot be decrypted stays as it is.
 */
export async function encryptStoredSecrets(pool: Pool, encryption: Encryption): Promise<EncryptedSecrets> {
  await pool.query(
    'update webhooks set previous_secret = null, previous_secret_until = null where previous_secret_until <= now()',
  );
  const { rows } = await pool.query<SecretRow>(
    `select id, workspace_id, secret, previous_secret from webhooks
      where removed_at is null and not (starts_with(secret, $1) and starts_with(coalesce(previous_secret, $1), $1))`,
    [encryption.prefix],
  );
  let encrypted = 0;
  for (const row of rows) {
    const again = encryptAgain(row, encryption);
    if (again === null) continue;
    // A secret that was rotated meanwhile is encrypted with the current secret already.
    const { rowCount } = await pool.query(
      `update webhooks set secret = $2, previous_secret = $3
        where id = $1 and secret = $4 and previous_secret is not distinct from $5`,
      [row.id, again.secret, again.previous, row.secret, row.previous_secret],
    );
    encrypted += rowCount ?? 0;
  }
  return { encrypted, unreadable: rows.length - encrypted };
}

function encryptAgain({ workspace_id, secret, previous_secret }: SecretRow, encryption: Encryption) {
  const again = (text: string) =>
    encryptSecret(workspace_id, decryptSecret(workspace_id, text, encryption), encryption);
  try {
    return { secret: again(secret), previous: previous_secret && again(previous_secret) };
  } catch (error) {
    if (error instanceof DecryptionError) return null;
    throw error;
  }
}
