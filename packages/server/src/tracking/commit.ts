import { setTimeout } from 'node:timers/promises';
import type { Pool, PoolClient } from 'pg';
import { sendTogether } from '../database/send-together.js';
import { isConnectionLost } from '../database/transaction.js';

const SETTLE_WITHIN_MS = 30_000;
const SETTLE_EVERY_MS = 250;
const INVALID_PARAMETER_VALUE = '22023';

/** The connection broke while a commit was under way: only the database knows whether the transaction is in it. */
export class CommitInDoubtError extends Error {
  readonly transactionId: string;

  constructor(transactionId: string, cause: unknown) {
    super('the connection broke during a commit', { cause });
    this.name = 'CommitInDoubtError';
    this.transactionId = transactionId;
  }
}

/**
 * Every statement of the pipeline looks rows up by their keys, so the plan made without knowing the values is the right
 * one, and planning it anew each time would cost more than running it.
 */
const BEGIN = 'begin; set local plan_cache_mode = force_generic_plan';

/**
 * Begins a transaction. On a server it also asks for the transaction's id, in the same round trip, so that a commit
 * whose answer got lost can be looked up afterwards. The embedded engine has no connection to lose: null.
 *
 * Nobody needs to wait for it before the transaction's own statements are sent, only before the commit.
 */
export function begin(client: PoolClient, engine: 'postgres' | 'embedded'): Promise<string | null> {
  sendTogether(client);
  const begun = sendBegin(client, engine);
  // Whoever began hears of a failure when it asks for the id, which is not at once.
  begun.catch(() => undefined);
  return begun;
}

async function sendBegin(client: PoolClient, engine: 'postgres' | 'embedded'): Promise<string | null> {
  if (engine === 'embedded') {
    await client.query(BEGIN);
    return null;
  }
  const answers = (await client.query(`${BEGIN}; select pg_current_xact_id()::text as id`)) as unknown;
  const [, , answer] = answers as { rows: { id: string }[] }[];
  const id = answer?.rows[0]?.id;
  if (id === undefined) throw new Error('the database gave no transaction id');
  return id;
}

/** Commits; on disk when it returns. Throws `CommitInDoubtError` when the answer got lost. */
export async function commit(client: PoolClient, transactionId: string | null): Promise<void> {
  try {
    const { command } = await client.query('commit');
    // A transaction in which something failed is rolled back by its commit, without an error.
    if (command !== 'COMMIT') throw new Error('the transaction had failed and was rolled back');
  } catch (error) {
    if (transactionId !== null && isConnectionLost(error)) throw new CommitInDoubtError(transactionId, error);
    throw error;
  }
}

/** Rolls back; answers with the error of a connection that can't be used again. */
export async function rollback(client: PoolClient): Promise<Error | undefined> {
  try {
    await client.query('rollback');
    return undefined;
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

/**
 * Asks the database, for up to 30 seconds and over new connections, whether a transaction in doubt is in it.
 * Throws the doubt itself when there is no answer within that time: then nobody may be told either way.
 *
 * The transaction's id only tells that it has ended. Whether it is in the database is told by its rows (`isRecorded`):
 * after a crash PostgreSQL may give the id of a lost transaction to another one, which then commits in its name.
 */
export async function settleCommit(
  pool: Pool,
  doubt: CommitInDoubtError,
  isRecorded: () => Promise<boolean>,
): Promise<boolean> {
  for (const startedMs = Date.now(); Date.now() - startedMs < SETTLE_WITHIN_MS; ) {
    try {
      if (await hasEnded(pool, doubt.transactionId)) return await isRecorded();
    } catch {
      // Whatever stands in the way of asking says nothing about the transaction.
    }
    await setTimeout(SETTLE_EVERY_MS);
  }
  throw doubt;
}

/** A standby knows too little to say so. An id still to come is one that a crash took back. */
async function hasEnded(pool: Pool, transactionId: string): Promise<boolean> {
  try {
    const { rows } = await pool.query<{ status: string | null }>(
      `select case when pg_is_in_recovery() then 'unknown' else pg_xact_status($1::xid8) end as status`,
      [transactionId],
    );
    const status = rows[0]?.status ?? null;
    if (status === 'in progress') await endAbandoned(pool, transactionId);
    return status === 'committed' || status === 'aborted' || status === null;
  } catch (error) {
    if ((error as { code?: unknown }).code === INVALID_PARAMETER_VALUE) return true;
    throw error;
  }
}

/**
 * Where the network swallowed the connection, the server may wait for hours for a commit that is not coming, with every
 * row locked. A session that is busy is left alone: it may be committing.
 */
async function endAbandoned(pool: Pool, transactionId: string): Promise<void> {
  await pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
      where backend_xid = $1::xid8::xid and state = 'idle in transaction'`,
    [transactionId],
  );
}
