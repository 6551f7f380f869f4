import { join } from 'node:path';
import type { MessagePort } from 'node:worker_threads';
import type pg from 'pg';
import type { Ask } from './embedded/engine.js';
import { createEmbeddedPool } from './embedded/pool.js';
import { openEmbedded } from './embedded/server.js';
import { embeddedUpkeep } from './embedded/upkeep.js';
import { openServerPools } from './server/pools.js';

const defaultSilenceLimitMs = 15_000;
const defaultPoolSize = 10;

export type Engine = 'postgres' | 'embedded';

/** An open database. `close` waits until all clients are back in the pool; further calls wait for the first. */
export interface Database {
  pool: pg.Pool;
  /**
   * Connections that nothing else takes, so that slow reads never keep a click waiting. On the embedded database all connections
   * share one session, in turns.
   */
  trackingPool: pg.Pool;
  /** Connections to a server that may be a moment behind, for lists and reports; `pool` where there is none. */
  readPool: pg.Pool;
  engine: Engine;
  /**
   * Connects to the thread of the embedded engine, which runs the batches of tracking for the other end of the port. Null where
   * they run in this thread: on PostgreSQL, and where the engine shares it.
   */
  connectBatches: (() => MessagePort) | null;
  /** Keeps the embedded engine from removing any of its log while `work` runs, so that a backup can have all of it. */
  keepingLog: <Result>(work: () => Promise<Result>) => Promise<Result>;
  /**
   * Resolves when the embedded engine has started, and rejects when it does not start. `openDatabase` has waited for it unless
   * it was asked not to. Nothing of PostgreSQL.
   */
  started: Promise<void>;
  close(): Promise<void>;
}

export interface OpenOptions {
  /**
   * `postgres://…`, also with several hosts (`one:5432,two:5432`), of which the one that takes writes is used. Without it the
   * embedded database in `${dataDir}/db` is opened.
   */
  databaseUrl?: string | undefined;
  /** `postgres://…` of read replicas, for `readPool`. */
  readUrl?: string | undefined;
  dataDir: string;
  /** Connections to PostgreSQL (10). The embedded database has exactly one. */
  poolSize?: number | undefined;
  /**
   * How long PostgreSQL may take for a query, or for all statements of one message (15,000); not after `allowLongStatements`. See
   * `limitSilence`.
   */
  silenceLimitMs?: number | undefined;
  /** Whether to wait until the embedded engine has started (true); queries wait for it anyway. */
  waitsForStart?: boolean | undefined;
  /** Whether the embedded database is vacuumed and analyzed as it grows (true). One long transaction would keep both waiting. */
  cleansItself?: boolean | undefined;
  /** Put between the embedded engine and its clients. The benchmark times statements there. */
  embeddedAsk?: ((ask: Ask) => Ask) | undefined;
  /** Hears of lost idle connections and failed upkeep. Nothing needs to be done about them. */
  onError?: ((error: Error) => void) | undefined;
}

/**
 * Opens PostgreSQL or the embedded database. PostgreSQL is not contacted yet: a query throws what `isConnectionLost`
 * recognises when it can't be reached within 5 seconds. The embedded one is locked and started: throws
 * `DirectoryInUseError` when another process has it, and an error that says why when it does not start.
 */
export async function openDatabase(options: OpenOptions): Promise<Database> {
  const { databaseUrl, readUrl, dataDir, poolSize = defaultPoolSize, onError = () => {} } = options;
  const {
    silenceLimitMs = defaultSilenceLimitMs,
    waitsForStart = true,
    cleansItself = true,
    embeddedAsk = (ask) => ask,
  } = options;
  if (databaseUrl === undefined) {
    const database = await openEmbeddedDatabase(join(dataDir, 'db'), { embeddedAsk, cleansItself, onError });
    if (waitsForStart) await database.started;
    return database;
  }
  const { pool, trackingPool, readPool, close } = openServerPools({
    url: databaseUrl,
    readUrl,
    poolSize,
    silenceLimitMs,
    onError,
  });
  return {
    pool,
    trackingPool,
    readPool,
    engine: 'postgres',
    connectBatches: null,
    keepingLog: (work) => work(),
    started: Promise.resolve(),
    close: once(close),
  };
}

async function openEmbeddedDatabase(
  directory: string,
  {
    embeddedAsk,
    cleansItself,
    onError,
  }: Required<{ [Name in 'embeddedAsk' | 'cleansItself' | 'onError']: NonNullable<OpenOptions[Name]> }>,
): Promise<Database> {
  let onWalFile = () => {};
  const { engine, started, connectBatches } = await openEmbedded(directory, () => onWalFile());
  const ask = embeddedAsk(engine.ask);
  const pool = createEmbeddedPool(ask, { size: 1, onError });
  const trackingPool = createEmbeddedPool(ask, { onError });
  let kept: Promise<unknown> | null = null;
  // Only a checkpoint removes log.
  const checkpoint = () =>
    kept === null ? engine.checkpoint() : kept.then(engine.checkpoint, engine.checkpoint);
  const { syncWritten } = engine;
  onWalFile = embeddedUpkeep(pool, { syncWritten, checkpoint }, { cleansItself, onError });
  const keepingLog = <Result>(work: () => Promise<Result>): Promise<Result> => {
    // A backup begins with a checkpoint, for which everything waits: after this one, little is left for it to write.
    const working = engine.syncWritten().then(engine.checkpoint).then(work);
    kept = working;
    return working.finally(() => {
      kept = null;
    });
  };
  const close = once(async () => {
    await Promise.all([pool.end(), trackingPool.end()]);
    await engine.close();
  });
  return {
    pool,
    trackingPool,
    readPool: pool,
    engine: 'embedded',
    connectBatches,
    keepingLog,
    started,
    close,
  };
}

function once(run: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined;
  return () => {
    running ??= run();
    return running;
  };
}
