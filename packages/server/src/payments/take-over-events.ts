import type { ClientBase } from 'pg';
import { EVENT_WORK } from './event-row.js';
import type { ProviderAccount } from './provider.js';

/**
 * What arrived of the account before it was anybody's can be read, and replayed, from now on; also what is being processed
 * at this moment by a worker that does not know of the connection yet.
 */
export async function takeOverEvents(
  client: ClientBase,
  { id, workspaceId }: { readonly id: number; readonly workspaceId: number },
  { provider, accountId }: ProviderAccount,
): Promise<void> {
  await client.query(
    `insert into processor_outcomes as o (id, workspace_id, connection_id, status, reason_code, reason_parameters, attempts, settled_at)
     select e.id, $1, $4, 'waiting', 'arrived', '{}', d.attempts, now()
       from work_items d join processor_events e on e.id = d.key and d.kind = '${EVENT_WORK}'
      where e.account_id = $2 and e.provider = $3 and e.connection_id is null order by e.id
     on conflict (id) do update set workspace_id = coalesce(o.workspace_id, excluded.workspace_id),
                                    connection_id = coalesce(o.connection_id, excluded.connection_id)`,
    [workspaceId, accountId, provider, id],
  );
  await client.query(
    `update processor_outcomes o set workspace_id = $1, connection_id = $4 from processor_events e
      where e.id = o.id and e.account_id = $2 and e.provider = $3 and e.connection_id is null and o.workspace_id is null`,
    [workspaceId, accountId, provider, id],
  );
}
