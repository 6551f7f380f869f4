import type { ClientBase, Pool } from 'pg';
import type { Role } from '../auth/permissions.js';

/** The user's role in a workspace; null when there is no such workspace or the user is no member of it. */
export async function findWorkspaceRole(
  source: Pool | ClientBase,
  workspaceId: number,
  userId: string,
): Promise<Role | null> {
  const { rows } = await source.query<{ role: Role }>(
    'select role from workspace_members where workspace_id = $1 and user_id = $2',
    [workspaceId, userId],
  );
  return rows[0]?.role ?? null;
}
