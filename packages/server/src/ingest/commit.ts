import { setTimeout } from 'node:timers/promises';
import type { Pool, PoolClient } from 'pg';
import { type Statement, send } from '../database/statements.js';
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

/** The database takes no transactions: it is a standby, or set to be read only. */
export class NotBegunError extends Error {
  constructor(cause: unknown) {
    super('the database takes no transactions', { cause });
    this.name = 'NotBegunError';
  }
}

/**
 * Every statement of the pipeline looks rows up by their keys, so the plan made without knowing the values is the right
 * one, and planning it each time would cost more than running it. On a server its connections are set so once for
 * all; the embedded engine's session is shared with reports.
 */
const KEEP_PLANS: Statement = {
  name: 'keep-plans',
  text: 'set local plan_cache_mode = force_generic_plan',
};

class RolledBackError extends Error {}

/** Behind others in one flush it is not run when one of them fails. */
const COMMIT: Statement = {
  name: 'commit',
  text: 'commit',
  take(_rows, command) {
    // A transaction in which something failed before is rolled back by its commit, without an error.
    if (command !== 'COMMIT') throw new RolledBackError('the transaction had failed and was rolled back');
  },
};

/**
 * Whether a commit may have happened all the same: unless the server has said no, and goes on. One that says so in another
 * language is asked once more than it need be.
 */
function leavesInDoubt(error: unknown): boolean {
  if (error instanceof RolledBackError) return false;
  return severityOf(error) !== 'ERROR' || isConnectionLost(error);
}

/** What only a server's own answer has. */
function severityOf(error: unknown): unknown {
  return (error as { severity?: unknown }).severity;
}

/** A transaction of the pipeline. What is added to it goes out in one piece, in order, when it is flushed. */
export interface Transaction {
  /** For what has to be asked in between; only after a flush. */
  readonly client: PoolClient;
  /** Null is nothing to send. */
  add(...statements: readonly (Statement | null)[]): void;
  /**
   * Sends what was added and waits for all answers. Throws what went wrong first, in which case nothing behind it has run;
   * `NotBegunError` when that was the beginning.
   */
  flush(): Promise<void>;
  /** Flushes and commits; on disk when it returns. Throws `CommitInDoubtError` when the answer got lost. */
  commit(): Promise<void>;
  /** Rolls back; answers with the error of a connection that can't be used again. */
  rollback(): Promise<Error | undefined>;
}

/**
 * Begins a transaction, together with the first statements that are flushed. On a server it also asks for the transaction's
 * id, so that a commit whose answer got lost can be looked up afterwards. The embedded engine has no connection to lose.
 */
export function begin(client: PoolClient, engine: 'postgres' | 'embedded'): Transaction {
  let transactionId: string | null = null;
  let isSent = false;
  let isBegun = false;
  const onBegun = () => {
    isBegun = true;
  };
  const askForId: Statement = {
    name: 'transaction-id',
    text: 'select pg_current_xact_id()::text as id',
    take([row]: readonly { id: string }[]) {
      transactionId = row?.id ?? null;
      onBegun();
    },
  };
  let outbox: (Statement | null)[] =
    engine === 'postgres'
      ? [{ name: 'begin', text: 'begin' }, askForId]
      : [{ name: 'begin', text: 'begin', take: onBegun }, KEEP_PLANS];

  async function flush(): Promise<void> {
    const statements = outbox;
    outbox = [];
    isSent ||= statements.length > 0;
    try {
      await send(client, statements);
    } catch (error) {
      const isRefused = severityOf(error) !== undefined && !isConnectionLost(error);
      throw isBegun || !isRefused ? error : new NotBegunError(error);
    }
  }

  return {
    client,
    add: (...statements) => outbox.push(...statements),
    flush,
    async commit() {
      // Behind a statement that waits for a row, a server would run it later, for a client that has given up long before.
      if (engine === 'postgres') await flush();
      outbox.push(COMMIT);
      try {
        await flush();
      } catch (error) {
        if (transactionId === null || !leavesInDoubt(error)) throw error;
        throw new CommitInDoubtError(transactionId, error);
      }
    },
    async rollback() {
      if (!isSent) return undefined;
      try {
        await client.query('rollback');
        return undefined;
      } catch (error) {
        return error instanceof Error ? error : new Error(String(error));
      }
    },
  };
}

/**
 * Asks the database, for up to 30 seconds and over new connections, whether a transaction in doubt is in it.
 * Throws the doubt itself when there is no answer within that time: then callers get neither success nor failure.
 *
 * The transaction's id only shows that it has ended. Its rows show whether it is in the database (`isRecorded`):
 * after a crash PostgreSQL may give the id of a lost transaction to another one, which then commits in its name.
 */
export async function settleCommit(
  pool: Pool,
  doubt: CommitInDoubtError,
  isRecorded: () => Promise<boolean>,
): Promise<boolean> {
  for (const startedMs = performance.now(); performance.now() - startedMs < SETTLE_WITHIN_MS; ) {
    try {
      if (await hasEnded(pool, doubt.transactionId)) return await isRecorded();
    } catch {
      // Whatever stands in the way of asking says nothing about the transaction.
    }
    await setTimeout(SETTLE_EVERY_MS);
  }
  throw doubt;
}

/** A standby knows too little to say so. A future id is one that a crash lost. */
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
 * row locked; in the middle of what was sent together, a session that waits is called active. One that is really busy is left
 * alone: it may be committing.
 */
async function endAbandoned(pool: Pool, transactionId: string): Promise<void> {
  await pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
      where backend_xid = $1::xid8::xid and (state = 'idle in transaction' or wait_event = 'ClientRead')`,
    [transactionId],
  );
}
