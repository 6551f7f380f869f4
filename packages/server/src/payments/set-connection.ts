import type { ProcessorConnectionAnswer } from '@svc/contract';
import type { ClientBase } from 'pg';
import { type Change, changed } from '../operations/change.js';
import { takeOverEvents } from './take-over-events.js';

/** A connection as it is stored, and as the operator of the service sets it. */
export interface ConnectionState {
  readonly status: ProcessorConnectionAnswer['status'];
  readonly account_id: string | null;
  readonly charges_enabled: boolean;
  readonly payouts_enabled: boolean;
  readonly details_submitted: boolean;
  readonly connected_at: Date | null;
}

/** A workspace that never began to connect, which has no row. */
export const NOT_CONNECTED: ConnectionState = {
  status: 'not_connected',
  account_id: null,
  charges_enabled: false,
  payouts_enabled: false,
  details_submitted: false,
  connected_at: null,
};

/**
 * Sets the connection of a workspace; what is left out stays. The provider is not asked: the operator of the service vouches for
 * the account. Its earlier events are the workspace's from now on, as after a connection that a person made.
 */
export async function setConnection(
  client: ClientBase,
  workspaceId: number,
  changes: Partial<ConnectionState>,
): Promise<Change<ConnectionState>> {
  const { rows } = await client.query<ConnectionState>(
    `select status, account_id, charges_enabled, payouts_enabled, details_submitted, connected_at
       from processor_connections where workspace_id = $1 for update`,
    [workspaceId],
  );
  const before = rows[0] ?? null;
  const after: ConnectionState = { ...(before ?? NOT_CONNECTED), ...changes };
  const { rows: written } = await client.query<{ provider: string }>(
    `insert into processor_connections (workspace_id, status, account_id, charges_enabled, payouts_enabled,
                                        details_submitted, connected_at)
     values ($1, $2, $3, $4, $5, $6, $7)
     on conflict (workspace_id) do update
        set status = excluded.status, account_id = excluded.account_id, charges_enabled = excluded.charges_enabled,
            payouts_enabled = excluded.payouts_enabled, details_submitted = excluded.details_submitted,
            connected_at = excluded.connected_at
     returning provider`,
    [
      workspaceId,
      after.status,
      after.account_id,
      after.charges_enabled,
      after.payouts_enabled,
      after.details_submitted,
      after.connected_at,
    ],
  );
  const { account_id: accountId, status } = after;
  const isConnected = status === 'connected' || status === 'restricted';
  if (isConnected && accountId !== null && accountId !== before?.account_id) {
    await takeOverEvents(client, workspaceId, { provider: written[0]?.provider ?? '', accountId });
  }
  return changed(after, { on: 'processor', id: workspaceId, before, after });
}
