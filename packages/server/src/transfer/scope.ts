import type { ClientBase } from 'pg';
import type { Scope } from './tables.js';

/** What belongs to the workspace of this name; null: there is none. */
export async function findScope(client: ClientBase, name: string): Promise<Scope | null> {
  const { rows } = await client.query<{ id: number; program_ids: number[] }>(
    `select id, array(select p.id from programs p where p.workspace_id = w.id order by p.id) as program_ids
       from workspaces w where name = $1`,
    [name],
  );
  const found = rows[0];
  return found === undefined ? null : { workspaceId: found.id, programIds: found.program_ids };
}
