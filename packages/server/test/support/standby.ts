import fs from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { findPostgres } from './postgres-binaries.js';
import { createPostgres, type PostgresServer, startServer } from './postgres-server.js';
import { makeGuardedDirectory } from './run.js';
import { until } from './service-process.js';

const SETTINGS = [
  'listen_addresses=127.0.0.1',
  'unix_socket_directories=',
  'max_connections=200',
  // Only processes are killed, never the machine.
  'fsync=off',
];

/** A server and one that follows it: a commit is answered when both have it. */
export interface ReplicatedPostgres {
  readonly primary: PostgresServer;
  readonly standby: PostgresServer;
  /** `kill -9` of the primary's main process; the others notice that it is gone. */
  killPrimary(): Promise<void>;
  /** Makes the standby the one that takes writes. */
  promote(): Promise<void>;
  dispose(): Promise<void>;
}

/** Starts a server with what `prepare` has put into it, and a synchronous standby of it. */
export async function startReplicatedPostgres(
  prepare: (url: string) => Promise<void>,
): Promise<ReplicatedPostgres> {
  const { directory, remove } = makeGuardedDirectory();
  const binaries = findPostgres(directory);
  const primary = await createPostgres(binaries, join(directory, 'primary'), SETTINGS);
  await prepare(primary.url);
  await primary.stop();
  // A copy of all files while nobody runs on them: the standby recovers it and then follows.
  const copy = join(directory, 'standby', 'data');
  fs.mkdirSync(join(directory, 'standby'));
  fs.cpSync(primary.dataDir, copy, { recursive: true, preserveTimestamps: true });
  fs.chmodSync(copy, 0o700);
  const { hostname, port, username, password } = new URL(primary.url);
  const source = `host=${hostname} port=${port} user=${username} password=${password}`;
  fs.appendFileSync(join(copy, 'postgresql.auto.conf'), `primary_conninfo = '${source}'\n`);
  fs.writeFileSync(join(copy, 'standby.signal'), '');
  const { user } = binaries;
  if (user !== undefined) {
    const files = fs.readdirSync(join(directory, 'standby'), { recursive: true, encoding: 'utf8' });
    for (const file of ['', ...files]) fs.chownSync(join(directory, 'standby', file), user.uid, user.gid);
  }
  await primary.start();
  const standby = await startServer(binaries, copy, SETTINGS, (free) => {
    const url = new URL(primary.url);
    url.port = String(free);
    return url.href;
  });
  await run(primary.url, `alter system set synchronous_standby_names = '*'`);
  await run(primary.url, 'select pg_reload_conf()');
  await until(async () => {
    const [row] = await run(primary.url, 'select sync_state from pg_stat_replication');
    return row?.sync_state === 'sync';
  });
  return {
    primary,
    standby,
    async killPrimary() {
      const [pid] = fs.readFileSync(join(primary.dataDir, 'postmaster.pid'), 'utf8').split('\n');
      process.kill(Number(pid), 'SIGKILL');
      await until(async () => (await run(primary.url, 'select 1').catch(() => null)) === null);
    },
    async promote() {
      await run(standby.url, 'select pg_promote()');
    },
    async dispose() {
      await Promise.all([primary.stop(), standby.stop()]);
      remove();
    },
  };
}

async function run(url: string, text: string): Promise<readonly Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}
