import type { Pool } from 'pg';

/** An API key as it gives access: to one program of one workspace, until it expires. */
export interface ApiKey {
  readonly id: number;
  readonly programId: number;
  readonly workspaceId: number;
  /** null: never. */
  readonly expiresAtMs: number | null;
  /** Its program is archived: it is good for refunds only. */
  readonly isArchived: boolean;
}

interface Row {
  id: number;
  program_id: number;
  workspace_id: number;
  expires_at: Date | null;
  is_archived: boolean;
}

/** The API key with this SHA-256 (64 hexadecimal digits), expired or not; null when there is none. */
export async function findApiKey(pool: Pool, keyHash: string): Promise<ApiKey | null> {
  const { rows } = await pool.query<Row>({
    name: 'find-api-key',
    text: `select k.id, k.program_id, p.workspace_id, k.expires_at,
                  p.archived_at is not null as is_archived
             from api_keys k join programs p on p.id = k.program_id
            where k.key_hash = $1`,
    values: [keyHash],
  });
  const row = rows[0];
  return row === undefined
    ? null
    : {
        id: row.id,
        programId: row.program_id,
        workspaceId: row.workspace_id,
        expiresAtMs: row.expires_at?.getTime() ?? null,
        isArchived: row.is_archived,
      };
}
