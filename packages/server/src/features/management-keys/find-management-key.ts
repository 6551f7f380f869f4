import type { Pool } from 'pg';
import type { CallerKey } from '../../operations/operation.js';
import type { Permission } from '../../operations/permissions.js';
import { IS_VALID } from './management-key-item.js';

/** A management key as it gives access: in one workspace, or in one program of it. */
export interface ManagementKey extends CallerKey {
  readonly workspaceId: number;
  /** null: the whole workspace. */
  readonly programId: number | null;
  readonly permissions: readonly Permission[];
}

type Row = Omit<ManagementKey, 'expiresAtMs'> & { readonly expires_at: Date | null };

/**
 * The management key with this SHA-256 (64 hexadecimal digits); null when there is none, or when it was revoked or has
 * expired. Always read from the database, so that a revoked key is refused from the next request on, in every process.
 */
export async function findManagementKey(pool: Pool, keyHash: string): Promise<ManagementKey | null> {
  const { rows } = await pool.query<Row>({
    name: 'find-management-key',
    text: `select k.id, k.workspace_id as "workspaceId", k.program_id as "programId", k.name, k.hint, k.permissions,
                  k.expires_at, k.creator_id as "creatorId"
             from management_keys k where k.key_hash = $1 and ${IS_VALID}`,
    values: [keyHash],
  });
  const row = rows[0];
  if (row === undefined) return null;
  const { expires_at: expiresAt, ...key } = row;
  return { ...key, expiresAtMs: expiresAt?.getTime() ?? null };
}
