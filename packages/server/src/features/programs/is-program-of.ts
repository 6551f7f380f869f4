import type { ClientBase, Pool } from 'pg';

/** Whether a program belongs to a workspace. */
export async function isProgramOf(
  db: Pool | ClientBase,
  workspaceId: number,
  programId: number,
): Promise<boolean> {
  const { rows } = await db.query('select 1 from programs where id = $1 and workspace_id = $2', [
    programId,
    workspaceId,
  ]);
  return rows.length > 0;
}
