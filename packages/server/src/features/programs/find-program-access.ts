import type { Pool } from 'pg';
import type { Role } from '../../operations/permissions.js';

/** A program as far as deciding who may see it goes. `role`: the user's in its workspace; null: no member. */
export interface ProgramAccess {
  readonly programId: number;
  readonly workspaceId: number;
  readonly role: Role | null;
  /** Whether its workspace requires two-factor authentication of its members. */
  readonly requiresTwoFactor: boolean;
}

/** The program with this id and the user's role in its workspace; null when there is no such program. */
export async function findProgramAccess(
  pool: Pool,
  programId: number,
  userId: string,
): Promise<ProgramAccess | null> {
  const { rows } = await pool.query<Omit<ProgramAccess, 'programId'>>(
    `select p.workspace_id as "workspaceId", m.role, w.require_two_factor as "requiresTwoFactor"
       from programs p
       join workspaces w on w.id = p.workspace_id
       left join workspace_members m on m.workspace_id = p.workspace_id and m.user_id = $2
      where p.id = $1`,
    [programId, userId],
  );
  const row = rows[0];
  return row === undefined ? null : { programId, ...row };
}

/** The workspace of a program; null when there is no such program. */
export async function findWorkspaceOfProgram(pool: Pool, programId: number): Promise<number | null> {
  const { rows } = await pool.query<{ workspace_id: number }>(
    'select workspace_id from programs where id = $1',
    [programId],
  );
  return rows[0]?.workspace_id ?? null;
}
