import { join } from 'node:path';
import pg from 'pg';
import { createEmbeddedClient } from './embedded/client.js';
import { openEmbedded } from './embedded/server.js';
import { embeddedUpkeep, sampleLittle } from './embedded/upkeep.js';
import { limitSilence } from './silence.js';
import { checkDriver } from './statements.js';
import { columnTypes } from './types.js';

const connectTimeoutMs = 5_000;
const defaultSilenceLimitMs = 15_000;
// Of a transaction whose process is gone without a word, with all rows it has locked.
const idleInTransactionLimit = '60s';
// Of one that is gone in the middle of what it sent: to the server it is not idle. In seconds, found out after a minute.
const noticeLostPeers =
  'set tcp_keepalives_idle = 30; set tcp_keepalives_interval = 10; set tcp_keepalives_count = 3';
// The only connection is shared by all: waiting for it is ordinary, but a transaction that waits for itself must end.
const embeddedWaitMs = 30_000;
const defaultPoolSize = 10;
const trackingPoolSize = 8;
/**
 * Every statement of tracking looks up or adds rows by their keys. While a table is small, reading all of it is cheaper,
 * and a plan made then is kept while the table grows a thousandfold; so such plans are not made at all.
 */
const keyedPlansOnly =
  'set enable_seqscan = off; set enable_hashjoin = off; set enable_mergejoin = off; set jit = off';
/** Such plans are right for all values; planning each time would cost more than running them. */
const keepPlans = 'set plan_cache_mode = force_generic_plan';

export type Engine = 'postgres' | 'embedded';

/** An open database. `close` waits until all clients are back in the pool; further calls wait for the first. */
export interface Database {
  pool: pg.Pool;
  /**
   * Connections that nothing else takes, so that slow reads never keep a click waiting. The embedded database has one
   * connection: there it is `pool`.
   */
  trackingPool: pg.Pool;
  engine: Engine;
  /**
   * Resolves when the embedded engine has started, and rejects when it does not start. `openDatabase` has waited for it unless
   * it was asked not to. Nothing of PostgreSQL.
   */
  started: Promise<void>;
  close(): Promise<void>;
}

export interface OpenOptions {
  /** `postgres://…`. Without it the embedded database in `${dataDir}/db` is opened. */
  databaseUrl?: string | undefined;
  dataDir: string;
  /** Connections to PostgreSQL (10). The embedded database has exactly one. */
  poolSize?: number | undefined;
  /**
   * How long PostgreSQL may take for a query, or for all statements of one message (15,000); not after `allowSilence`. See
   * `limitSilence`.
   */
  silenceLimitMs?: number | undefined;
  /** Whether to wait until the embedded engine has started (true); queries wait for it anyway. */
  waitsForStart?: boolean | undefined;
  /** Hears of lost idle connections and failed upkeep. Nothing needs to be done about them. */
  onError?: ((error: Error) => void) | undefined;
}

/**
 * Opens PostgreSQL or the embedded database. PostgreSQL is not contacted yet: a query throws what `isConnectionLost`
 * recognises when it can't be reached within 5 seconds. The embedded one is locked and started: throws
 * `DirectoryInUseError` when another process has it, and an error that says why when it does not start.
 */
export async function openDatabase(options: OpenOptions): Promise<Database> {
  const { databaseUrl, dataDir, poolSize = defaultPoolSize, onError = () => {} } = options;
  const { silenceLimitMs = defaultSilenceLimitMs, waitsForStart = true } = options;
  if (databaseUrl === undefined) {
    const database = await openEmbeddedDatabase(join(dataDir, 'db'), onError);
    if (waitsForStart) await database.started;
    return database;
  }
  const settings = {
    connectionString: databaseUrl,
    // Statements that do not need each other's results go out together.
    pipeline: true,
    connectionTimeoutMillis: connectTimeoutMs,
    application_name: 'svc',
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    types: columnTypes,
  };
  // The time zone as the embedded database has it: what a "day" is must not depend on how a server was set up.
  const session = `set time zone 'UTC'; set idle_in_transaction_session_timeout = '${idleInTransactionLimit}'; ${noticeLostPeers}`;
  const onConnect = (setUp: string) => async (client: pg.ClientBase) => {
    checkDriver(client);
    limitSilence(client, silenceLimitMs);
    await client.query(setUp);
  };
  const pool = new pg.Pool({ ...settings, max: poolSize, onConnect: onConnect(session) });
  const trackingPool = new pg.Pool({
    ...settings,
    max: trackingPoolSize,
    onConnect: onConnect(`${session}; ${keyedPlansOnly}; ${keepPlans}`),
  });
  for (const one of [pool, trackingPool]) {
    one.on('acquire', (client) => limitSilence(client, silenceLimitMs));
    survivesLostClients(one, onError);
  }
  const close = once(async () => {
    await Promise.all([pool.end(), trackingPool.end()]);
  });
  return { pool, trackingPool, engine: 'postgres', started: Promise.resolve(), close };
}

async function openEmbeddedDatabase(directory: string, onError: (error: Error) => void): Promise<Database> {
  let onWalFile = () => {};
  const { engine, started } = await openEmbedded(directory, () => onWalFile());
  // A client needs a connection of its own: with a shared one, the end of a discarded client ends its successor too.
  function EmbeddedClient(config: pg.ClientConfig): pg.Client {
    return createEmbeddedClient(engine.ask, config);
  }
  const pool = new pg.Pool({
    Client: EmbeddedClient as unknown as new () => pg.ClientBase,
    pipeline: true,
    max: 1,
    idleTimeoutMillis: 0,
    connectionTimeoutMillis: embeddedWaitMs,
    types: columnTypes,
    // All clients share one session. A discarded client leaves its open transaction and its prepared statements there.
    onConnect: async (client) => {
      checkDriver(client);
      await client.query('rollback');
      await client.query('discard all');
      // Reports share this session; those that read whole tables say so themselves.
      await client.query(`${keyedPlansOnly}; ${sampleLittle}`);
    },
  });
  survivesLostClients(pool, onError);
  onWalFile = embeddedUpkeep(pool, engine, onError);
  const close = once(async () => {
    await pool.end();
    await engine.close();
  });
  return { pool, trackingPool: pool, engine: 'embedded', started, close };
}

/** Without these listeners Node ends the process when a connection breaks, be it idle or checked out between queries. */
function survivesLostClients(pool: pg.Pool, onError: (error: Error) => void): void {
  pool.on('error', onError);
  pool.on('connect', (client) => {
    client.on('error', () => {});
  });
}

function once(run: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined;
  return () => {
    running ??= run();
    return running;
  };
}
