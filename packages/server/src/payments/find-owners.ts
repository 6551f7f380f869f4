import type { Language } from '@svc/contract';
import type { Pool } from 'pg';

/** A workspace's name, and those who own it. */
export interface Owners {
  readonly workspaceName: string;
  readonly owners: readonly { readonly email: string; readonly language: Language }[];
}

/** Who owns a workspace, and the languages they chose. */
export async function findOwners(pool: Pool, workspaceId: number): Promise<Owners> {
  const { rows } = await pool.query<{ name: string; owners: Owners['owners'] }>(
    `select w.name, (select coalesce(json_agg(json_build_object('email', u.email, 'language', coalesce(u.language, 'en')) order by u.email), '[]')
                       from workspace_members m join users u on u.id = m.user_id
                      where m.workspace_id = w.id and m.role = 'owner') as owners
       from workspaces w where w.id = $1`,
    [workspaceId],
  );
  return { workspaceName: rows[0]?.name ?? '', owners: rows[0]?.owners ?? [] };
}
