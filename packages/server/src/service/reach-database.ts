import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { Logger } from 'pino';
import { checkDatabase, checkValues, isRecovering } from '../database/check-database.js';
import { explainConnectionError } from '../database/explain-error.js';
import { type Database, type OpenOptions, openDatabase } from '../database/open.js';
import { isConnectionLost } from '../database/transaction.js';
import { DatabaseUnusableError } from '../database/unusable-error.js';
import type { Config } from './config.js';
import { makeDirectoryPrivate } from './data-directory.js';

const PAUSE_MS = 1000;

export interface ReachOptions {
  readonly logger: Pick<Logger, 'info' | 'warn'>;
  /** How long to wait for a PostgreSQL that is still starting (30 s). */
  readonly patienceMs?: number;
  /** Ends the waiting early. */
  readonly signal?: AbortSignal;
  /** Whether the database is written, as by most commands (true). */
  readonly writes?: boolean;
  /** Connections that this process opens at most (1). */
  readonly connections?: number;
}

/** For a log line: what PostgreSQL says where it refuses a connection (no slot is left), otherwise the code of the network. */
function reasonOf(error: unknown): string {
  const { code, message } = error as { code?: unknown; message?: unknown };
  return String(code === '53300' ? message : (code ?? message ?? error));
}

/**
 * Waits until the database answers, and takes writes where they are needed, with a log line for each attempt. Then checks that it is
 * one that the service can use. Throws `DatabaseUnusableError`, at once where waiting does not help (a wrong password, a missing
 * right), and the error of an embedded database that does not start.
 */
export async function untilReachable(database: Database, options: ReachOptions): Promise<void> {
  const { logger, patienceMs = 30_000, signal } = options;
  await database.started;
  const endMs = performance.now() + patienceMs;
  for (let attempt = 1; ; attempt += 1) {
    signal?.throwIfAborted();
    const reason = await findReasonToWait(database, options);
    if (reason === null) {
      if (attempt > 1) logger.info('PostgreSQL is reachable');
      return;
    }
    const leftMs = endMs - performance.now();
    if (leftMs <= 0) {
      const seconds = Math.round(patienceMs / 1000);
      throw new DatabaseUnusableError(
        `PostgreSQL could not be reached for ${seconds} seconds (${reason}); check DATABASE_URL and the server`,
      );
    }
    const seconds = Math.ceil(leftMs / 1000);
    logger.warn(`PostgreSQL cannot be reached (${reason}); trying for another ${seconds} s`);
    await setTimeout(Math.min(PAUSE_MS, leftMs), undefined, signal === undefined ? {} : { signal });
  }
}

/** The connections that all pools of a database have at most; those of the embedded one share one session. */
export function connectionsOf({ pool, trackingPool, readPool, engine }: Database): number {
  if (engine === 'embedded') return 1;
  return [...new Set([pool, trackingPool, readPool])].reduce((sum, { options }) => sum + options.max, 0);
}

/** Null: the database answers, and can be used. Throws `DatabaseUnusableError` where waiting does not help. */
async function findReasonToWait(
  { pool, trackingPool, readPool }: Database,
  { writes = true, connections = 1 }: ReachOptions,
): Promise<string | null> {
  try {
    if (writes && (await isRecovering(pool))) return 'a standby';
    await checkDatabase(pool, { writes, connections });
    await Promise.all((connections > 1 ? [pool, trackingPool] : [pool]).map(checkValues));
    if (readPool !== pool) {
      await checkDatabase(readPool, { writes: false, connections });
      await checkValues(readPool);
    }
    return null;
  } catch (error) {
    if (!(error instanceof DatabaseUnusableError) && isConnectionLost(error)) return reasonOf(error);
    throw asUnusable(error);
  }
}

function asUnusable(error: unknown): unknown {
  const sentence = explainConnectionError(error);
  return sentence === null ? error : new DatabaseUnusableError(sentence, { cause: error });
}

/**
 * Opens the configured database, which is not known to answer yet, and does not wait for the embedded one to start. Its directory
 * is made private first; throws `DataDirectoryError` when that is not possible.
 */
export async function openConfigured(
  { databaseUrl, readUrl, dataDir }: Pick<Config, 'databaseUrl' | 'readUrl' | 'dataDir'>,
  logger: Pick<Logger, 'info' | 'warn'>,
  { cleansItself }: Pick<OpenOptions, 'cleansItself'> = {},
): Promise<Database> {
  if (databaseUrl === null) makeDirectoryPrivate(dataDir);
  if (databaseUrl === null && !existsSync(join(dataDir, 'db'))) {
    logger.info(`making the embedded database in ${dataDir}`);
  }
  return openDatabase({
    databaseUrl: databaseUrl ?? undefined,
    readUrl: readUrl ?? undefined,
    dataDir,
    waitsForStart: false,
    cleansItself,
    onError: (err) => logger.warn({ err }, 'lost a database connection'),
  });
}
