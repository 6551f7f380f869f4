import type { Pool } from 'pg';
import type { Role } from '../../operations/permissions.js';

/** A workspace as far as deciding who may see it goes, with the user's role in it. */
export interface WorkspaceAccess {
  readonly role: Role;
  readonly requiresTwoFactor: boolean;
}

/** The user's access to a workspace; null when there is no such workspace or the user is no member of it. */
export async function findWorkspaceAccess(
  pool: Pool,
  workspaceId: number,
  userId: string,
): Promise<WorkspaceAccess | null> {
  const { rows } = await pool.query<WorkspaceAccess>(
    `select m.role, w.require_two_factor as "requiresTwoFactor"
       from workspace_members m join workspaces w on w.id = m.workspace_id
      where m.workspace_id = $1 and m.user_id = $2`,
    [workspaceId, userId],
  );
  return rows[0] ?? null;
}
