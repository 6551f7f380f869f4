import type { ApiKeyItem } from '@svc/contract';
import type { ClientBase } from 'pg';
import { type ApiKeyRow, apiKeyFromRow } from './api-key-item.js';

/** Lets a key end after some hours, or when it would have ended anyway. */
export async function expireApiKey(client: ClientBase, keyId: number, hours: number): Promise<ApiKeyItem> {
  const { rows } = await client.query<ApiKeyRow>(
    `update api_keys set expires_at = least(expires_at, now() + $2 * interval '1 hour') where id = $1 returning *`,
    [keyId, hours],
  );
  const row = rows[0];
  if (row === undefined) throw new Error(`key ${keyId} is gone`);
  return apiKeyFromRow(row);
}
