import type { ProcessorConnectionAnswer } from '@svc/contract';
import type { ClientBase, Pool } from 'pg';
import { STATUS_NOW } from './pending-connection.js';
import { type ConnectionState, NOT_CONNECTED } from './set-connection.js';

/** How a workspace is connected with the card processor. Contract section 4. */
export async function readConnection(
  source: Pool | ClientBase,
  workspaceId: number,
): Promise<Omit<ProcessorConnectionAnswer, 'can_connect' | 'takes_events'>> {
  const { rows } = await source.query<ConnectionState>(
    `select ${STATUS_NOW} as status, account_id, charges_enabled, payouts_enabled, details_submitted, connected_at
       from processor_connections c where workspace_id = $1`,
    [workspaceId],
  );
  const row = rows[0] ?? NOT_CONNECTED;
  return { ...row, connected_at: row.connected_at?.toISOString() ?? null };
}
