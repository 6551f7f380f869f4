import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Pool } from 'pg';
import { onTestFinished } from 'vitest';
import { type Engine, openDatabase } from '../../src/database/open.js';
import { builtServer } from '../support/built.js';
import { newDataDir, newPostgresUrl } from '../support/engines.js';
import { freePort } from '../support/free-port.js';
import { statusOf, until } from '../support/service-process.js';

const SERVER = fileURLToPath(new URL('../..', import.meta.url));
const SVC_SECRET = 'a-secret-of-more-than-32-characters';

/** The service as it is shipped, in a process of its own. */
export interface BuiltService {
  readonly baseUrl: string;
  readonly child: ChildProcess;
  /** `kill -9`; resolves when it is gone. */
  kill(): Promise<void>;
  /** Ends it as an operator does; resolves to its exit code. */
  stop(): Promise<number | null>;
  /** Its log so far. */
  log(): string;
}

/**
 * Starts the service; resolves when it is ready. Unless the caller ends it, it is killed when the test ends. `umask`: that of
 * its process, such as `000`.
 */
export async function startBuiltService(
  env: Readonly<Record<string, string>>,
  ending: 'with the test' | 'by caller' = 'with the test',
  umask?: string,
): Promise<BuiltService> {
  const port = await freePort();
  const command = [process.execPath, builtServer(), 'serve'];
  const inShell = ['sh', '-c', `umask ${umask} && exec "$0" "$@"`, ...command];
  const [program = '', ...args] = umask === undefined ? command : inShell;
  const child = spawn(program, args, {
    cwd: SERVER,
    env: { PATH: process.env.PATH, PORT: String(port), SVC_RATE_LIMIT: 'off', ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let log = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    log += text;
  });
  const ended = once(child, 'close').then(([code]) => code as number | null);
  const end = (signal: NodeJS.Signals) => {
    child.kill(signal);
    return ended;
  };
  if (ending === 'with the test') onTestFinished(async () => void (await end('SIGKILL')));
  const baseUrl = `http://127.0.0.1:${port}`;
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null;
  await until(async () => hasEnded() || (await statusOf(`${baseUrl}/readyz`)) === 200);
  if (hasEnded()) throw new Error(`the service ended while starting:\n${log}`);
  return {
    baseUrl,
    child,
    kill: async () => void (await end('SIGKILL')),
    stop: () => end('SIGTERM'),
    log: () => log,
  };
}

/** A database that services are started on, and that the test looks into while none of them runs. */
export interface Store {
  readonly env: Readonly<Record<string, string>>;
  look<Result>(look: (pool: Pool) => Promise<Result>): Promise<Result>;
}

/** The environment of a service on a PostgreSQL database that exists and is migrated. */
export function postgresEnv(databaseUrl: string): Record<string, string> {
  return { DATABASE_URL: databaseUrl, SVC_SECRET };
}

/** A new, migrated database on an engine. On PostgreSQL it may be looked into at any time. */
export async function newStore(engine: Engine): Promise<Store> {
  if (engine === 'postgres') {
    const databaseUrl = await newPostgresUrl();
    const pool = await directPool(databaseUrl);
    return { env: postgresEnv(databaseUrl), look: (look) => look(pool) };
  }
  const dataDir = await newDataDir();
  return {
    env: { SVC_DATA_DIR: dataDir },
    async look(look) {
      const database = await openDatabase({ dataDir });
      try {
        return await look(database.pool);
      } finally {
        await database.close();
      }
    },
  };
}

/** A pool of the test's own on a PostgreSQL, ended with the test. */
export async function directPool(databaseUrl: string): Promise<Pool> {
  const { pool } = await openDatabase({ databaseUrl, dataDir: '' });
  onTestFinished(() => pool.end());
  return pool;
}
