import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from './free-port.js';
import type { PostgresBinaries } from './postgres-binaries.js';

const START_WITHIN_MS = 10_000;
const LOOK_EVERY_MS = 20;

/** PgBouncer in front of a server, with a transaction at a time on each of few connections. */
export interface Pooler {
  /** The address of a database of the server, through the pooler. */
  through(url: string): string;
  stop(): Promise<void>;
}

/** Starts the `pgbouncer` of this machine (a package of that name in Debian) on a free port. Throws when there is none. */
export async function startPgbouncer(
  serverUrl: string,
  directory: string,
  user: PostgresBinaries['user'],
): Promise<Pooler> {
  const { username, password, hostname, port: serverPort } = new URL(serverUrl);
  const port = await freePort();
  const users = join(directory, 'pgbouncer-users');
  const settings = join(directory, 'pgbouncer.ini');
  fs.writeFileSync(users, `"${username}" "${password}"\n`);
  fs.writeFileSync(
    settings,
    [
      '[databases]',
      `* = host=${hostname} port=${serverPort}`,
      '[pgbouncer]',
      'listen_addr = 127.0.0.1',
      `listen_port = ${port}`,
      'unix_socket_dir =',
      'pool_mode = transaction',
      'auth_type = scram-sha-256',
      `auth_file = ${users}`,
      // Fewer than the service opens, so that they change hands.
      'default_pool_size = 4',
      'max_client_conn = 500',
      'server_idle_timeout = 1',
    ].join('\n'),
  );
  if (user !== undefined) for (const file of [users, settings]) fs.chownSync(file, user.uid, user.gid);
  const child = spawn('pgbouncer', ['-q', settings], { ...user, stdio: ['ignore', 'ignore', 'pipe'] });
  let log = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    log = (log + text).slice(-2_000);
  });
  const failed = once(child, 'error').then(([error]: Error[]) => {
    throw new Error(`pgbouncer does not start (Debian: apt-get install pgbouncer): ${error?.message}`);
  });
  await Promise.race([untilListening(port, child, () => log), failed]);
  return {
    through(url) {
      const pooled = new URL(url);
      pooled.port = String(port);
      return pooled.href;
    },
    async stop() {
      const exited = once(child, 'exit');
      child.kill('SIGQUIT');
      await exited;
    },
  };
}

async function untilListening(port: number, child: ChildProcess, log: () => string): Promise<void> {
  for (const startedMs = Date.now(); Date.now() - startedMs < START_WITHIN_MS; await delay(LOOK_EVERY_MS)) {
    if (child.exitCode !== null) break;
    const socket = connect(port, '127.0.0.1');
    const isOpen = await Promise.race([
      once(socket, 'connect').then(() => true),
      once(socket, 'close').then(() => false),
    ]).catch(() => false);
    socket.destroy();
    if (isOpen) return;
  }
  throw new Error(`pgbouncer did not start:\n${log()}`);
}
