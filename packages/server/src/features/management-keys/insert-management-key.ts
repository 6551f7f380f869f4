import { MANAGEMENT_KEY_PREFIX, type ManagementKeyItem, type ManagementKeyPermission } from '@svc/contract';
import type { ClientBase } from 'pg';
import { generateKey, hashKey, hintOf } from '../../crypto/generate-key.js';
import { type Change, changed } from '../../operations/change.js';
import type { Call } from '../../operations/operation.js';
import { KEY_COLUMNS, type ManagementKeyRow, managementKeyFromRow } from './management-key-item.js';

/** A new key, shown this once, and what is stored of it. */
export interface MadeManagementKey {
  readonly management_key: string;
  readonly key: ManagementKeyItem;
}

/** What a key is created with. Whether its creator may give it away has been decided. */
export interface NewManagementKey {
  readonly workspaceId: number;
  /** null: it is good for the whole workspace. */
  readonly programId: number | null;
  readonly name: string;
  readonly permissions: readonly ManagementKeyPermission[];
  readonly expiresAtMs: number | null;
  /** As the audit log names them. */
  readonly createdBy: string;
  /** The person whose the key is; null: unknown. */
  readonly creatorId: string | null;
}

/** Returns the person whose a new key is: the one who signed in, or the one whose key asks for it. */
export function creatorOf({ actor, key }: Pick<Call, 'actor' | 'key'>): string | null {
  return key === null ? actor.userId : key.creatorId;
}

/** Generates a management key and stores its SHA-256. Contract 2 section 8. */
export async function insertManagementKey(
  client: ClientBase,
  { workspaceId, programId, name, permissions, expiresAtMs, createdBy, creatorId }: NewManagementKey,
): Promise<Change<MadeManagementKey>> {
  const managementKey = generateKey(MANAGEMENT_KEY_PREFIX);
  const { rows } = await client.query<ManagementKeyRow>(
    `insert into management_keys as k
       (workspace_id, program_id, key_hash, hint, name, permissions, expires_at, created_by, creator_id)
     values ($1, $2, $3, $4, $5, $6::text[], $7, $8, $9) returning ${KEY_COLUMNS}`,
    [
      workspaceId,
      programId,
      hashKey(managementKey),
      hintOf(managementKey),
      name,
      permissions,
      expiresAtMs === null ? null : new Date(expiresAtMs),
      createdBy,
      creatorId,
    ],
  );
  const row = rows[0];
  if (row === undefined) throw new Error('the key was not written');
  const key = managementKeyFromRow(row);
  return changed(
    { management_key: managementKey, key },
    { on: 'management_key', id: key.id, before: null, after: key },
  );
}
