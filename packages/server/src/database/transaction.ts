import type pg from 'pg';
import { DatabaseUnusableError } from './unusable-error.js';

/**
 * Runs `fn` inside one transaction and gives back its result once the commit has been answered.
 *
 * Whatever `fn` throws is thrown again after the rollback, so the client never goes back to the pool inside a
 * transaction: on the embedded database the next user would otherwise continue in it. A client whose rollback fails,
 * or whose connection is gone, is thrown away instead of reused. `fn` must await all its queries.
 *
 * When the connection is lost while committing (`isConnectionLost`), nobody knows whether the commit happened: repeat
 * only what is safe to repeat.
 */
export async function withTransaction<T>(
  pool: pg.Pool,
  fn: (client: pg.PoolClient) => Promise<T>,
): Promise<T> {
  const client = await pool.connect();
  let unusable: Error | undefined;
  try {
    await client.query('begin');
    const result = await fn(client);
    await commit(client);
    return result;
  } catch (error) {
    unusable = isConnectionLost(error) ? asError(error) : await rollback(client);
    throw error;
  } finally {
    client.release(unusable);
  }
}

/** Runs `fn` with a client of its own that is in no transaction. `fn` must await all its queries. */
export async function withClient<T>(pool: pg.Pool, fn: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  let unusable: Error | undefined;
  try {
    return await fn(client);
  } catch (error) {
    if (isConnectionLost(error)) unusable = asError(error);
    throw error;
  } finally {
    client.release(unusable);
  }
}

async function commit(client: pg.PoolClient): Promise<void> {
  const { command } = await client.query('commit');
  // PostgreSQL answers the commit of a failed transaction with a rollback and no error. That happens when `fn` swallowed
  // the error of one of its queries; calling it a success would lose what was written.
  if (command !== 'COMMIT')
    throw new Error('The transaction had failed before its commit and was rolled back');
}

async function rollback(client: pg.PoolClient): Promise<Error | undefined> {
  try {
    await client.query('rollback');
    return undefined;
  } catch (error) {
    return asError(error);
  }
}

/** Whether a unique index refused a row. With `constraint`, whether exactly that index or constraint did. */
export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  if (sqlStateOf(error) !== '23505') return false;
  return constraint === undefined || (error as { constraint?: unknown }).constraint === constraint;
}

/** Whether a row is one that its table or partition does not take. */
export function isCheckViolation(error: unknown): boolean {
  return sqlStateOf(error) === '23514';
}

/** Whether a lock was not to be had within `lock_timeout`. */
export function isLockTimeout(error: unknown): boolean {
  return sqlStateOf(error) === '55P03';
}

/** Whether the same transaction may succeed when it is run again: serialization failure or deadlock. */
export function isRetryable(error: unknown): boolean {
  const code = sqlStateOf(error);
  return code === '40001' || code === '40P01';
}

const networkCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
]);

// Class 08: connection exceptions; 57P01..57P05: the server ended the session or is starting or stopping; 53300: no
// connection slot is left.
const sessionEnded = /^(08...|57P0[1-5]|53300)$/;

// What pg and its pool say without any code.
const connectionMessages = [
  'Connection terminated',
  'timeout exceeded when trying to connect',
  'timeout expired',
  'Client has encountered a connection error and is not queryable',
  'Client was closed and is not queryable',
  'Cannot use a pool after calling end on the pool',
];

/**
 * Whether the database could not be reached or went away, so that nothing is wrong with the statement itself. What was
 * being committed at that moment may or may not be in the database.
 */
export function isConnectionLost(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof DatabaseUnusableError) return true;
  const code = sqlStateOf(error);
  if (code !== undefined) return networkCodes.has(code) || sessionEnded.test(code);
  if (error instanceof AggregateError) return error.errors.some(isConnectionLost);
  return connectionMessages.some((message) => error.message.startsWith(message));
}

function sqlStateOf(error: unknown): string | undefined {
  const code = (error as { code?: unknown } | null | undefined)?.code;
  return typeof code === 'string' ? code : undefined;
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}
