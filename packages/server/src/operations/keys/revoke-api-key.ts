import type { ApiKeyItem } from '@svc/contract';
import type { ClientBase } from 'pg';
import { type Change, changed } from '../audit/change.js';
import { type ApiKeyRow, apiKeyFromRow, lockApiKey } from './api-key-item.js';

/** Withdraws a key at once; other processes may honour it for five seconds more. */
export async function revokeApiKey(
  client: ClientBase,
  of: { readonly programId: number; readonly keyId: number },
): Promise<Change<ApiKeyItem>> {
  const before = await lockApiKey(client, of.programId, of.keyId);
  const after = await expireApiKey(client, of.keyId, 0);
  return changed(after, { on: 'api_key', id: of.keyId, before, after });
}

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
