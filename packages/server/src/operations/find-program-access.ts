import type { Pool } from 'pg';
import type { Role } from '../auth/permissions.js';

/** A program as far as deciding who may see it goes. `role`: the user's in its workspace; null: no member. */
export interface ProgramAccess {
  readonly programId: number;
  readonly workspaceId: number;
  readonly role: Role | null;
}

/** The program with this id and the user's role in its workspace; null when there is no such program. */
export async function findProgramAccess(
  pool: Pool,
  programId: number,
  userId: string,
): Promise<ProgramAccess | null> {
  const { rows } = await pool.query<{ workspace_id: number; role: Role | null }>(
    `select p.workspace_id, m.role
       from programs p
       left join workspace_members m on m.workspace_id = p.workspace_id and m.user_id = $2
      where p.id = $1`,
    [programId, userId],
  );
  const row = rows[0];
  return row === undefined ? null : { programId, workspaceId: row.workspace_id, role: row.role };
}
