import type { Pool } from 'pg';

/** A workspace's name, and the addresses of those who own it. */
export interface Owners {
  readonly workspaceName: string;
  readonly emails: readonly string[];
}

/** Who owns a workspace. */
export async function findOwners(pool: Pool, workspaceId: number): Promise<Owners> {
  const { rows } = await pool.query<{ name: string; emails: string[] }>(
    `select w.name, array(select u.email from workspace_members m join users u on u.id = m.user_id
                           where m.workspace_id = w.id and m.role = 'owner' order by u.email) as emails
       from workspaces w where w.id = $1`,
    [workspaceId],
  );
  return { workspaceName: rows[0]?.name ?? '', emails: rows[0]?.emails ?? [] };
}
