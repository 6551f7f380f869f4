import { hash } from 'node:crypto';
import type { ClientBase, Pool } from 'pg';
import { isUniqueViolation, withTransaction } from '../../database/transaction.js';
import { IS_ABANDONED, STATUS_BEFORE } from './pending-connection.js';
import type { AccountState } from './update-connection.js';

export type AttemptStatus = 'pending' | 'connected' | 'denied' | 'expired';

/** What is kept of the texts that the processor's page and the command line tool carry: enough to know them again. */
function hashOf(token: string): string {
  return hash('sha256', token);
}

/** Begins an attempt to connect a workspace's account, which ends by itself at `expiresAtMs`. */
export async function beginAttempt(
  pool: Pool,
  attempt: {
    readonly workspaceId: number;
    readonly state: string;
    readonly pollToken: string;
    readonly expiresAtMs: number;
  },
): Promise<void> {
  await withTransaction(pool, async (client) => {
    // That somebody set out is known from the attempts alone, so what they left behind goes with them.
    await client.query(
      `with gone as (delete from processor_connect_attempts where expires_at < now() - interval '1 day'
                     returning workspace_id)
       update processor_connections c set status = ${STATUS_BEFORE}
        where c.workspace_id in (select workspace_id from gone) and ${IS_ABANDONED}`,
    );
    await client.query(
      `insert into processor_connect_attempts (workspace_id, state_hash, poll_hash, expires_at)
       values ($1, $2, $3, to_timestamp($4::float8 / 1000))`,
      [attempt.workspaceId, hashOf(attempt.state), hashOf(attempt.pollToken), attempt.expiresAtMs],
    );
    // A connection that works stays as it is until another has taken its place.
    await client.query(
      `insert into processor_connections as c (workspace_id, status) values ($1, 'pending')
       on conflict (workspace_id) do update set status = 'pending' where c.status in ('not_connected', 'disconnected')`,
      [attempt.workspaceId],
    );
  });
}

/**
 * Uses up the state that the processor's page brought back: of all that come with it only the first gets the attempt.
 * null: it was never given out, was used before, or is too old.
 */
export async function useState(
  pool: Pool,
  state: string,
): Promise<{ readonly id: number; readonly workspaceId: number } | null> {
  const { rows } = await pool.query<{ id: number; workspace_id: number }>(
    `update processor_connect_attempts set used_at = now()
      where state_hash = $1 and used_at is null and expires_at > now() returning id, workspace_id`,
    [hashOf(state)],
  );
  return rows[0] === undefined ? null : { id: rows[0].id, workspaceId: rows[0].workspace_id };
}

/** What was connected. */
export interface Connected extends AccountState {
  readonly accountId: string;
  readonly livemode: boolean;
}

/**
 * Ends an attempt well: the account is the workspace's from now on. False, and the attempt is denied, when it is another
 * workspace's; one that has disconnected it has no claim on it any more, nor has one that set out to connect anew and
 * gave it up.
 */
export async function finishAttempt(
  pool: Pool,
  attempt: { readonly id: number; readonly workspaceId: number },
  connected: Connected,
): Promise<boolean> {
  try {
    await withTransaction(pool, (client) => connect(client, attempt, connected));
    return true;
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    await denyAttempt(pool, attempt);
    return false;
  }
}

async function connect(
  client: ClientBase,
  { id, workspaceId }: { readonly id: number; readonly workspaceId: number },
  { accountId, livemode, ...account }: Connected,
): Promise<void> {
  await client.query(
    `update processor_connections c set account_id = null
      where c.account_id = $1 and c.workspace_id <> $2
        and (c.status in ('disconnected', 'not_connected') or ${IS_ABANDONED})`,
    [accountId, workspaceId],
  );
  await client.query(
    `insert into processor_connections (workspace_id, status, account_id, charges_enabled, payouts_enabled,
                                        details_submitted, connected_at, livemode, told_ms)
     values ($1, case when $3::boolean then 'connected' else 'restricted' end, $2, $3, $4, $5, now(), $6,
             (extract(epoch from now()) * 1000)::bigint - 60000)
     on conflict (workspace_id) do update
        set status = excluded.status, account_id = excluded.account_id, charges_enabled = excluded.charges_enabled,
            payouts_enabled = excluded.payouts_enabled, details_submitted = excluded.details_submitted,
            connected_at = excluded.connected_at, livemode = excluded.livemode, told_ms = excluded.told_ms`,
    [
      workspaceId,
      accountId,
      account.chargesEnabled,
      account.payoutsEnabled,
      account.detailsSubmitted,
      livemode,
    ],
  );
  await client.query(
    `update processor_connect_attempts set status = 'connected', account_id = $2 where id = $1`,
    [id, accountId],
  );
  // What arrived of the account before it was anybody's can be read, and replayed, from now on; also what is being worked off
  // at this moment by somebody who does not know of the connection yet.
  await client.query(
    `insert into processor_outcomes as o (id, workspace_id, status, reason, attempts, settled_at)
     select e.id, $1, 'waiting', 'It has arrived and is about to be worked off.', d.attempts, now()
       from processor_due d join processor_events e on e.id = d.id where e.account_id = $2 order by e.id
     on conflict (id) do update set workspace_id = coalesce(o.workspace_id, excluded.workspace_id)`,
    [workspaceId, accountId],
  );
  await client.query(
    `update processor_outcomes o set workspace_id = $1 from processor_events e
      where e.id = o.id and e.account_id = $2 and o.workspace_id is null`,
    [workspaceId, accountId],
  );
}

/** Ends an attempt without a connection. */
export async function denyAttempt(
  pool: Pool,
  { id, workspaceId }: { readonly id: number; readonly workspaceId: number },
): Promise<void> {
  await pool.query(`update processor_connect_attempts set status = 'denied' where id = $1`, [id]);
  await giveUpPending(pool, workspaceId);
}

/** How an attempt stands, for the tool that waits for it; null: there is none with this token. */
export async function readAttempt(
  pool: Pool,
  pollToken: string,
): Promise<{ readonly status: AttemptStatus; readonly accountId: string | null } | null> {
  const { rows } = await pool.query<{
    status: AttemptStatus;
    account_id: string | null;
    workspace_id: number;
    is_over: boolean;
  }>(
    `select status, account_id, workspace_id, expires_at <= now() as is_over from processor_connect_attempts
      where poll_hash = $1`,
    [hashOf(pollToken)],
  );
  const row = rows[0];
  if (row === undefined) return null;
  if (row.status !== 'pending' || !row.is_over) return { status: row.status, accountId: row.account_id };
  await giveUpPending(pool, row.workspace_id);
  return { status: 'expired', accountId: null };
}

/** A workspace is back where it was when no attempt of it is under way any more. */
async function giveUpPending(pool: Pool, workspaceId: number): Promise<void> {
  await pool.query(
    `update processor_connections c set status = ${STATUS_BEFORE} where c.workspace_id = $1 and ${IS_ABANDONED}`,
    [workspaceId],
  );
}
