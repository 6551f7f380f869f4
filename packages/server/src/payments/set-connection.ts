import type { ProcessorConnectionAnswer } from '@svc/contract';
import type { ClientBase } from 'pg';
import { type Change, changed } from '../operations/change.js';
import { takeOverEvents } from './take-over-events.js';

/** A connection through the platform as it is stored, and as the operator of the service sets it. */
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

/** A workspace's place for a connection through the platform of a provider. */
export interface PlatformPlace {
  readonly workspaceId: number;
  /** The provider's id. */
  readonly provider: string;
}

/** Adds the row of a connection through the platform, which names no account yet, unless it is there. */
export async function insertConnection(
  client: ClientBase,
  { workspaceId, provider }: PlatformPlace,
): Promise<void> {
  await client.query(
    `insert into payment_connections (workspace_id, provider, kind, label) values ($1, $2, 'connect', initcap($2))
     on conflict (workspace_id, provider) where kind = 'connect' do nothing`,
    [workspaceId, provider],
  );
}

/**
 * Sets the connection of a workspace through the platform; what is left out stays. The provider is not asked: the operator of the
 * service vouches for the account. Its earlier events are the workspace's from now on, as after a connection that a person made.
 */
export async function setConnection(
  client: ClientBase,
  place: PlatformPlace,
  changes: Partial<ConnectionState>,
): Promise<Change<ConnectionState>> {
  const { workspaceId, provider } = place;
  const find = `select id, status, account_id, charges_enabled, payouts_enabled, details_submitted, connected_at
                  from payment_connections where workspace_id = $1 and provider = $2 and kind = 'connect' for update`;
  const { rows: found } = await client.query<ConnectionState & { id: number }>(find, [workspaceId, provider]);
  const { id: _id, ...before } = found[0] ?? { id: null };
  const after: ConnectionState = { ...NOT_CONNECTED, ...before, ...changes };
  await insertConnection(client, place);
  const { rows: written } = await client.query<{ id: number }>(
    `update payment_connections
        set status = $3, account_id = $4, charges_enabled = $5, payouts_enabled = $6, details_submitted = $7, connected_at = $8
      where workspace_id = $1 and provider = $2 and kind = 'connect'
      returning id`,
    [
      workspaceId,
      provider,
      after.status,
      after.account_id,
      after.charges_enabled,
      after.payouts_enabled,
      after.details_submitted,
      after.connected_at,
    ],
  );
  const [row] = written;
  if (row === undefined) throw new Error(`workspace ${workspaceId} lost its connection`);
  const { account_id: accountId, status } = after;
  const isConnected = status === 'connected' || status === 'restricted';
  if (isConnected && accountId !== null && accountId !== found[0]?.account_id) {
    await takeOverEvents(client, { id: row.id, workspaceId }, { provider, accountId });
  }
  const entry = found[0] === undefined ? null : { ...NOT_CONNECTED, ...before };
  return changed(after, { on: 'processor', id: workspaceId, before: entry, after });
}
