import type { WebhookFormat } from '@svc/contract';
import type { Pool } from 'pg';
import { DecryptionError, type Encryption } from '../crypto/encryption.js';
import { decryptSecret } from '../features/webhooks/webhook-secret.js';

/** Where a webhook's events go, and what signs them. */
export interface WebhookTarget {
  readonly id: number;
  readonly workspaceId: number;
  readonly url: string;
  readonly format: WebhookFormat;
  /** The current secret, and for a while the one before; null: they cannot be decrypted. */
  readonly secrets: readonly string[] | null;
}

interface Row {
  readonly workspace_id: number;
  readonly url: string;
  readonly format: WebhookFormat;
  readonly secret: string;
  readonly previous_secret: string | null;
}

/** An enabled webhook as it is now; null when there is none. */
export async function loadTarget(
  pool: Pool,
  webhookId: number,
  encryption: Encryption,
): Promise<WebhookTarget | null> {
  const { rows } = await pool.query<Row>({
    name: 'load-webhook-target',
    text: `select w.workspace_id, w.url, w.format, w.secret,
                  case when w.previous_secret_until > now() then w.previous_secret end as previous_secret
             from webhooks w
            where w.id = $1 and w.status = 'enabled' and w.removed_at is null`,
    values: [webhookId],
  });
  const row = rows[0];
  if (row === undefined) return null;
  const { workspace_id: workspaceId, url, format } = row;
  const secrets = decrypt(row, encryption);
  return { id: webhookId, workspaceId, url, format, secrets };
}

function decrypt(row: Row, encryption: Encryption): readonly string[] | null {
  const stored = row.previous_secret === null ? [row.secret] : [row.secret, row.previous_secret];
  try {
    return stored.map((text) => decryptSecret(row.workspace_id, text, encryption));
  } catch (error) {
    if (error instanceof DecryptionError) return null;
    throw error;
  }
}
