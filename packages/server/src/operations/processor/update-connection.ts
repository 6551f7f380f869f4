import type { ClientBase, Pool } from 'pg';

/** What an account of the card processor may do. */
export interface AccountState {
  readonly chargesEnabled: boolean;
  readonly payoutsEnabled: boolean;
  readonly detailsSubmitted: boolean;
}

/**
 * Brings a connection up to date with what was told of its account at `toldMs`. Whatever was told before that is too
 * old to change anything, and an account that was disconnected stays so. False: nothing changed. Contract section 4.
 */
export async function updateConnection(
  pool: Pool | ClientBase,
  accountId: string,
  state: AccountState,
  toldMs: number,
): Promise<boolean> {
  const { rowCount } = await pool.query(
    `update processor_connections
        set status = case when $2::boolean then 'connected' else 'restricted' end, charges_enabled = $2,
            payouts_enabled = $3, details_submitted = $4, told_ms = $5
      where account_id = $1 and told_ms <= $5 and status in ('connected', 'restricted')`,
    [accountId, state.chargesEnabled, state.payoutsEnabled, state.detailsSubmitted, toldMs],
  );
  return rowCount === 1;
}

/** The processor tells times in whole seconds, by a clock that is not ours. */
const SKEW_MS = 2_000;

/**
 * Ends a connection from the processor's side, unless it was made anew after `toldMs`. What was recorded stays; the account
 * stays named, so that its later events are known to be of nobody. False: nothing changed.
 */
export async function endConnection(pool: Pool, accountId: string, toldMs: number): Promise<boolean> {
  const { rowCount } = await pool.query(
    `update processor_connections
        set status = 'disconnected', charges_enabled = false, payouts_enabled = false,
            told_ms = greatest(told_ms, $2)
      where account_id = $1 and status in ('connected', 'restricted')
        and (connected_at is null or connected_at <= to_timestamp(($2::bigint + $3)::float8 / 1000))`,
    [accountId, toldMs, SKEW_MS],
  );
  return rowCount === 1;
}

/** Ends the connection of a workspace; gives the account it was with, or null when there was none to end. */
export async function disconnectWorkspace(
  pool: Pool,
  workspaceId: number,
  nowMs: number,
): Promise<string | null> {
  const { rows } = await pool.query<{ account_id: string | null }>(
    `update processor_connections
        set status = 'disconnected', charges_enabled = false, payouts_enabled = false, told_ms = $2
      where workspace_id = $1 and status in ('connected', 'restricted', 'pending') returning account_id`,
    [workspaceId, nowMs],
  );
  return rows[0]?.account_id ?? null;
}
