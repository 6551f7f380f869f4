import pg from 'pg';
import { readSession, setUpPooledSession, setUpSession } from '../prepare-session.js';
import { keyedPlansOnly, survivesLostClients } from '../session.js';
import { limitSilence } from '../silence.js';
import { checkDriver } from '../statements.js';
import { columnTypes } from '../types.js';
import { clientFor } from './client.js';
import { type Hosts, openHosts } from './hosts.js';
import { isPooled, prepareNothing } from './pooler.js';

const CONNECT_WITHIN_MS = 5_000;
// For processes that are gone in the middle of what they sent: to the server they are not idle. In seconds, found out after a minute.
const NOTICE_LOST_PEERS =
  'set tcp_keepalives_idle = 30; set tcp_keepalives_interval = 10; set tcp_keepalives_count = 3';
/** Plans by key are right for all values; planning each time would cost more than running them. */
const KEEP_PLANS = 'set plan_cache_mode = force_generic_plan';
const TRACKING_POOL_SIZE = 8;

/** What pools of connections to PostgreSQL are made with. */
export interface ServerOptions {
  /** One host, or several with a comma between two. */
  readonly url: string;
  /** `postgres://…` of servers that are only read from. */
  readonly readUrl: string | undefined;
  readonly poolSize: number;
  readonly silenceLimitMs: number;
  readonly onError: (error: Error) => void;
}

/** Pools of one database; see `Database`. */
export interface ServerPools {
  readonly pool: pg.Pool;
  readonly trackingPool: pg.Pool;
  readonly readPool: pg.Pool;
  close(): Promise<void>;
}

/** Opens pools; nothing is contacted yet. */
export function openServerPools({ url, readUrl, ...options }: ServerOptions): ServerPools {
  const hosts = openHosts(url, { anyState: false });
  const pool = openPool(hosts, { ...options, setUp: NOTICE_LOST_PEERS });
  const trackingPool = openPool(hosts, {
    ...options,
    poolSize: TRACKING_POOL_SIZE,
    setUp: `${NOTICE_LOST_PEERS}; ${keyedPlansOnly}; ${KEEP_PLANS}`,
  });
  const readPool =
    readUrl === undefined
      ? pool
      : openPool(openHosts(readUrl, { anyState: true }), { ...options, setUp: NOTICE_LOST_PEERS });
  const pools = new Set([pool, trackingPool, readPool]);
  return {
    pool,
    trackingPool,
    readPool,
    async close() {
      await Promise.all([...pools].map((one) => one.end()));
    },
  };
}

interface PoolOptions extends Pick<ServerOptions, 'poolSize' | 'silenceLimitMs' | 'onError'> {
  /** Statements that set a session up, after `SESSION_SETTINGS`. */
  readonly setUp: string;
}

function openPool(hosts: Hosts, { poolSize, silenceLimitMs, onError, setUp }: PoolOptions): pg.Pool {
  const pool = new pg.Pool({
    Client: clientFor(hosts),
    connectionString: hosts.address,
    // Statements that do not need each other's results go out together.
    pipeline: true,
    connectionTimeoutMillis: CONNECT_WITHIN_MS,
    application_name: 'svc',
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    types: columnTypes,
    max: poolSize,
    async onConnect(client) {
      checkDriver(client);
      limitSilence(client, silenceLimitMs);
      const session = await readSession(client);
      if (isPooled(client, session.pid)) {
        prepareNothing(client);
        await setUpPooledSession(client, session);
      } else {
        await setUpSession(client, session, setUp);
      }
    },
  });
  pool.on('acquire', (client) => limitSilence(client, silenceLimitMs));
  survivesLostClients(pool, onError);
  return pool;
}
