import type { ProcessorConnectionAnswer } from '@svc/contract';
import type { ClientBase, Pool } from 'pg';
import { IS_CONNECTED, isPendingIn } from './connect-sessions.js';
import { type ConnectionState, NOT_CONNECTED } from './set-connection.js';

/**
 * How a workspace is connected through the platform of the card processor: the connection that works, else the newest. One that does not
 * work is pending while someone is about to connect another.
 */
export async function readConnection(
  source: Pool | ClientBase,
  workspaceId: number,
): Promise<Omit<ProcessorConnectionAnswer, 'can_connect' | 'takes_events'>> {
  const { rows } = await source.query<Partial<ConnectionState>>(
    `select case when coalesce(not ${IS_CONNECTED}, true) and ${isPendingIn('w.id')} then 'pending'
                 else coalesce(status, 'not_connected') end as status,
            account_id, charges_enabled, payouts_enabled, details_submitted, connected_at
       from workspaces w
       left join payment_connections c on c.workspace_id = w.id and c.kind = 'connect'
      where w.id = $1 order by ${IS_CONNECTED} desc nulls last, c.id desc limit 1`,
    [workspaceId],
  );
  const known = Object.entries(rows[0] ?? {}).filter(([, value]) => value !== null);
  const connection: ConnectionState = { ...NOT_CONNECTED, ...Object.fromEntries(known) };
  return { ...connection, connected_at: connection.connected_at?.toISOString() ?? null };
}
