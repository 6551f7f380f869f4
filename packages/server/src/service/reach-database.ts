import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { Logger } from 'pino';
import { type Database, type OpenOptions, openDatabase } from '../database/open.js';
import { isConnectionLost } from '../database/transaction.js';
import type { Config } from './config.js';
import { makeDirectoryPrivate } from './data-directory.js';

const OLDEST_VERSION = 150_000;
const PAUSE_MS = 1000;

/** PostgreSQL did not answer in all the time it was given, or is not one that can be used. */
export class DatabaseUnusableError extends Error {
  constructor(reason: string) {
    super(reason);
    this.name = 'DatabaseUnusableError';
  }
}

export interface ReachOptions {
  readonly logger: Pick<Logger, 'info' | 'warn'>;
  /** How long to wait for a PostgreSQL that is still starting (30 s). */
  readonly patienceMs?: number;
  /** Ends the waiting early. */
  readonly signal?: AbortSignal;
}

function reasonOf(error: unknown): string {
  const { code, message } = error as { code?: unknown; message?: unknown };
  return String(code ?? message ?? error);
}

/**
 * Asks the database until it answers, with a log line for each attempt that it did not; then throws
 * `DatabaseUnusableError`. What is no matter of waiting (a wrong password, an embedded database that does not start) is
 * thrown at once.
 */
export async function untilReachable({ pool, started }: Database, options: ReachOptions): Promise<void> {
  const { logger, patienceMs = 30_000, signal } = options;
  await started;
  const endMs = performance.now() + patienceMs;
  for (let attempt = 1; ; attempt += 1) {
    signal?.throwIfAborted();
    try {
      const { rows } = await pool.query<{ version: number; name: string }>(
        `select current_setting('server_version_num')::int as version, current_setting('server_version') as name`,
      );
      if (attempt > 1) logger.info('PostgreSQL is reachable');
      const server = rows[0];
      if (server === undefined || server.version >= OLDEST_VERSION) return;
      throw new DatabaseUnusableError(`PostgreSQL 15 or newer is needed; DATABASE_URL is ${server.name}`);
    } catch (error) {
      if (!isConnectionLost(error)) throw error;
      const leftMs = endMs - performance.now();
      if (leftMs <= 0) {
        const seconds = Math.round(patienceMs / 1000);
        throw new DatabaseUnusableError(
          `PostgreSQL could not be reached for ${seconds} seconds (${reasonOf(error)}); check DATABASE_URL and the server`,
        );
      }
      const seconds = Math.ceil(leftMs / 1000);
      logger.warn(`PostgreSQL cannot be reached (${reasonOf(error)}); trying for another ${seconds} s`);
      await setTimeout(Math.min(PAUSE_MS, leftMs), undefined, signal === undefined ? {} : { signal });
    }
  }
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
