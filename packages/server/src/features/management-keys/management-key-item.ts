import type { ManagementKeyItem } from '@svc/contract';
import type { ClientBase } from 'pg';
import { RefusedError } from '../../operations/refused-error.js';

/** A row of `management_keys`. */
export interface ManagementKeyRow {
  readonly id: number;
  readonly program_id: number | null;
  readonly hint: string;
  readonly name: string;
  readonly permissions: ManagementKeyItem['permissions'];
  readonly created_by: string;
  readonly creator_left: boolean;
  readonly created_at: Date;
  readonly expires_at: Date | null;
  readonly revoked_at: Date | null;
  readonly last_used_at: Date | null;
}

/**
 * Columns of `ManagementKeyRow`, in a statement over `management_keys k`. The creator of an older key may be unknown: then it is a person
 * who is gone, unless it was the service itself.
 */
export const KEY_COLUMNS = `k.*,
  not exists (
    select 1 from workspace_members m where m.workspace_id = k.workspace_id and m.user_id = k.creator_id)
  and (k.creator_id is not null or k.created_by ~ '@|^management key ') as creator_left`;

/** A key as it is shown: everything but the key. */
export function managementKeyFromRow(row: ManagementKeyRow): ManagementKeyItem {
  return {
    id: row.id,
    name: row.name,
    hint: row.hint,
    permissions: row.permissions,
    program_id: row.program_id,
    created_by: row.created_by,
    creator_left: row.creator_left,
    created_at: row.created_at.toISOString(),
    expires_at: row.expires_at?.toISOString() ?? null,
    revoked_at: row.revoked_at?.toISOString() ?? null,
    last_used_at: row.last_used_at?.toISOString() ?? null,
  };
}

/** What makes a key valid now, in a statement over `management_keys k`. */
export const IS_VALID = 'k.revoked_at is null and (k.expires_at is null or k.expires_at > now())';

/** A key of a workspace that is still valid, locked until the transaction ends, or a refusal. */
export async function lockManagementKey(
  client: ClientBase,
  workspaceId: number,
  keyId: number,
): Promise<ManagementKeyItem> {
  const { rows } = await client.query<ManagementKeyRow & { readonly is_valid: boolean }>(
    `select ${KEY_COLUMNS}, ${IS_VALID} as is_valid from management_keys k
      where k.workspace_id = $1 and k.id = $2 for update`,
    [workspaceId, keyId],
  );
  const row = rows[0];
  if (row === undefined) throw new RefusedError('not_found');
  if (!row.is_valid) throw new RefusedError('key_expired');
  return managementKeyFromRow(row);
}

/** Loads the valid keys of a workspace that a person created, or keys of theirs; the newest first. */
export async function loadKeysOfCreator(
  client: ClientBase,
  { workspaceId, userId }: { readonly workspaceId: number; readonly userId: string },
): Promise<ManagementKeyItem[]> {
  const { rows } = await client.query<ManagementKeyRow>(
    `select ${KEY_COLUMNS} from management_keys k
      where k.workspace_id = $1 and k.creator_id = $2 and ${IS_VALID} order by k.id desc`,
    [workspaceId, userId],
  );
  return rows.map(managementKeyFromRow);
}
