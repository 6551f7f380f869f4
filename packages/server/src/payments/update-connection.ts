import type { ClientBase, Pool } from 'pg';
import { type AuditEntry, type Change, changed, runChange, unchanged } from '../operations/change.js';
import type { AccountState, ProviderAccount } from './provider.js';

/**
 * Brings a connection up to date with what was reported of its account at `reportedAtMs`. What was reported before
 * that changes nothing, and an account that was disconnected stays so. False: nothing changed. Contract section 4.
 */
export async function updateConnection(
  pool: Pool | ClientBase,
  { provider, accountId }: ProviderAccount,
  state: AccountState,
  reportedAtMs: number,
): Promise<boolean> {
  const { rowCount } = await pool.query(
    `update payment_connections
        set status = case when $2::boolean then 'connected' else 'restricted' end, charges_enabled = $2,
            payouts_enabled = $3, details_submitted = $4, reported_at_ms = $5
      where kind = 'connect' and account_id = $1 and provider = $6 and reported_at_ms <= $5 and status in ('connected', 'restricted')`,
    [accountId, state.chargesEnabled, state.payoutsEnabled, state.detailsSubmitted, reportedAtMs, provider],
  );
  return rowCount === 1;
}

/** Who the audit log says did what the provider reported. */
const PROCESSOR = { userId: null, email: 'card processor' };
/** Providers report times in whole seconds, by a clock that is not ours. */
const SKEW_MS = 2_000;

/**
 * Ends a connection from the provider's side, unless it was connected again after `reportedAtMs`. What was recorded stays; the account
 * stays named, so that its later events are known to be of nobody. False: nothing changed. Contract section 7.2.
 */
export function endConnection(
  pool: Pool,
  { provider, accountId }: ProviderAccount,
  reportedAtMs: number,
): Promise<boolean> {
  const by = { actor: PROCESSOR, action: 'processor.disconnect', place: null };
  return runChange(pool, by, async (client) => {
    const { rows } = await client.query<{ id: number; workspace_id: number; status: string }>(
      `select id, workspace_id, status from payment_connections
        where kind = 'connect' and account_id = $1 and provider = $4 and status in ('connected', 'restricted')
          and (connected_at is null or connected_at <= to_timestamp(($2::bigint + $3)::float8 / 1000)) for update`,
      [accountId, reportedAtMs, SKEW_MS, provider],
    );
    const [before] = rows;
    if (before === undefined) return unchanged(false);
    await writeDisconnected(client, before.id, reportedAtMs);
    const place = { workspaceId: before.workspace_id, programId: null };
    return changed(true, { ...disconnectedEntry(before.workspace_id, before.status, accountId), place });
  });
}

/** Ends the connection of a workspace through the platform, or the attempt to make one; null: it had no account. */
export async function disconnectWorkspace(
  client: ClientBase,
  workspaceId: number,
  nowMs: number,
): Promise<Change<ProviderAccount | null>> {
  const { rows } = await client.query<{
    id: number;
    status: string;
    provider: string;
    account_id: string | null;
  }>(
    `select id, status, provider, account_id from payment_connections
      where kind = 'connect' and workspace_id = $1 and status in ('connected', 'restricted', 'pending')
      order by id desc for update`,
    [workspaceId],
  );
  const [before] = rows;
  if (before === undefined) return unchanged(null);
  const { status, provider, account_id: accountId } = before;
  await writeDisconnected(client, before.id, nowMs);
  return changed(
    accountId === null ? null : { provider, accountId },
    disconnectedEntry(workspaceId, status, accountId),
  );
}

async function writeDisconnected(client: ClientBase, id: number, reportedAtMs: number): Promise<void> {
  await client.query(
    `update payment_connections
        set status = 'disconnected', charges_enabled = false, payouts_enabled = false,
            reported_at_ms = greatest(reported_at_ms, $2)
      where id = $1`,
    [id, reportedAtMs],
  );
}

function disconnectedEntry(workspaceId: number, status: string, accountId: string | null): AuditEntry {
  return {
    on: 'processor',
    id: workspaceId,
    before: { status, account_id: accountId },
    after: { status: 'disconnected', account_id: accountId },
  };
}
