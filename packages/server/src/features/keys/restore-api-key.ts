import type { ApiKeyItem } from '@svc/contract';
import type { ClientBase } from 'pg';
import { type Change, changed } from '../../operations/change.js';
import { RefusedError } from '../../operations/refused-error.js';
import { type ApiKeyRow, apiKeyFromRow } from './api-key-item.js';

/** Takes a key that was revoked or is about to expire back into use, for good. */
export async function restoreApiKey(
  client: ClientBase,
  programId: number,
  keyId: number,
): Promise<Change<ApiKeyItem>> {
  const { rows } = await client.query<ApiKeyRow>(
    'select * from api_keys where program_id = $1 and id = $2 for update',
    [programId, keyId],
  );
  const row = rows[0];
  if (row === undefined) throw new RefusedError('not_found');
  await client.query('update api_keys set expires_at = null where id = $1', [keyId]);
  const after = apiKeyFromRow({ ...row, expires_at: null });
  return changed(after, { on: 'api_key', id: keyId, before: apiKeyFromRow(row), after });
}
