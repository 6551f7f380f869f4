import type { ApiKeyItem } from '@svc/contract';
import type { ClientBase } from 'pg';
import { RefusedError } from '../../operations/refused-error.js';

export const API_KEYS = 'select id, name, hint, created_at, expires_at, last_used_at from api_keys';

/** A row that `API_KEYS` reads. */
export interface ApiKeyRow {
  readonly id: number;
  readonly name: string;
  readonly hint: string;
  readonly created_at: Date;
  readonly expires_at: Date | null;
  readonly last_used_at: Date | null;
}

/** A key as it is shown: everything but the key. */
export function apiKeyFromRow(row: ApiKeyRow): ApiKeyItem {
  return {
    id: row.id,
    name: row.name,
    hint: row.hint,
    created_at: row.created_at.toISOString(),
    expires_at: row.expires_at?.toISOString() ?? null,
    last_used_at: row.last_used_at?.toISOString() ?? null,
  };
}

/** A key of a program that is still valid, locked until the transaction ends, or a refusal. */
export async function lockApiKey(client: ClientBase, programId: number, keyId: number): Promise<ApiKeyItem> {
  const { rows } = await client.query<ApiKeyRow & { expired: boolean }>(
    `select *, expires_at is not null and expires_at <= now() as expired
       from api_keys where program_id = $1 and id = $2 for update`,
    [programId, keyId],
  );
  const row = rows[0];
  if (row === undefined) throw new RefusedError('not_found');
  if (row.expired) throw new RefusedError('key_expired');
  return apiKeyFromRow(row);
}
