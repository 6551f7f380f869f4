import { setTimeout } from 'node:timers/promises';
import type { Pool, PoolClient } from 'pg';
import { isConnectionLost } from '../database/transaction.js';

const SETTLE_WITHIN_MS = 30_000;
const SETTLE_EVERY_MS = 250;

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
 * Begins a transaction. On a server it also asks for the transaction's id, in the same round trip, so that a commit
 * whose answer got lost can be looked up afterwards. The embedded engine has no connection to lose: null.
 */
export async function begin(client: PoolClient, engine: 'postgres' | 'embedded'): Promise<string | null> {
  if (engine === 'embedded') {
    await client.query('begin');
    return null;
  }
  const answers = (await client.query('begin; select pg_current_xact_id()::text as id')) as unknown;
  const [, answer] = answers as { rows: { id: string }[] }[];
  const id = answer?.rows[0]?.id;
  if (id === undefined) throw new Error('the database gave no transaction id');
  return id;
}

/** Commits; on disk when it returns. Throws `CommitInDoubtError` when the answer got lost. */
export async function commit(client: PoolClient, transactionId: string | null): Promise<void> {
  try {
    await client.query('commit');
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
 */
export async function settleCommit(pool: Pool, doubt: CommitInDoubtError): Promise<boolean> {
  for (const startedMs = Date.now(); Date.now() - startedMs < SETTLE_WITHIN_MS; ) {
    try {
      const { rows } = await pool.query<{ status: string | null }>(
        'select pg_xact_status($1::xid8) as status',
        [doubt.transactionId],
      );
      const status = rows[0]?.status;
      if (status === 'committed') return true;
      if (status === 'aborted') return false;
    } catch (error) {
      if (!isConnectionLost(error)) throw error;
    }
    await setTimeout(SETTLE_EVERY_MS);
  }
  throw doubt;
}
