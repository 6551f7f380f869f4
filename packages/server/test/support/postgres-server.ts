import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import fs from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from './free-port.js';
import type { PostgresBinaries } from './postgres-binaries.js';

const startTimeoutMs = 60_000;
const keptLogChars = 4_000;
// Nothing in a test has to outlive the machine, only the processes.
const testSettings: readonly string[] = [
  'fsync=off',
  'full_page_writes=off',
  'listen_addresses=127.0.0.1',
  'unix_socket_directories=',
  'max_connections=200',
  'wal_level=minimal',
  'max_wal_senders=0',
];

/** A PostgreSQL server on its own data; `url` names the superuser and the database "postgres". */
export interface PostgresServer {
  url: string;
  dataDir: string;
  /** Starts it again on the same port and data; resolves when it takes connections. */
  start(): Promise<void>;
  /** Ends it at once, as when its machine is switched off: no goodbye to clients, no checkpoint. */
  stop(): Promise<void>;
}

/**
 * Makes a new cluster in `directory` (which must not exist yet) and starts it on a free port, with `name=value` settings
 * that are for tests unless given: fast, and not durable.
 */
export async function createPostgres(
  binaries: PostgresBinaries,
  directory: string,
  settings: readonly string[] = testSettings,
): Promise<PostgresServer> {
  const dataDir = join(directory, 'data');
  const password = randomBytes(16).toString('hex');
  fs.mkdirSync(directory);
  const passwordFile = join(directory, 'password');
  fs.writeFileSync(passwordFile, password);
  if (binaries.user !== undefined) {
    for (const path of [directory, passwordFile]) fs.chownSync(path, binaries.user.uid, binaries.user.gid);
  }
  const flags = ['--no-sync', '--no-instructions', '--encoding=UTF8', '--locale=C', '--username=postgres'];
  execFileSync(
    join(binaries.directory, 'initdb'),
    [...flags, `--pgdata=${dataDir}`, '--auth=password', `--pwfile=${passwordFile}`],
    { ...binaries.user, env: environment(), stdio: 'pipe', cwd: directory },
  );

  const urlOf = (port: number) => `postgres://postgres:${password}@127.0.0.1:${port}/postgres`;
  return startServer(binaries, dataDir, settings, urlOf);
}

/** Starts the server of an existing cluster on a free port. */
export async function startServer(
  binaries: PostgresBinaries,
  dataDir: string,
  settings: readonly string[],
  urlOf: (port: number) => string,
): Promise<PostgresServer> {
  let running = await startOnFreePort(binaries, dataDir, settings);
  const { port } = running;
  const stop = async () => {
    const { child } = running;
    if (child.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, 'exit');
    child.ref();
    child.kill('SIGQUIT');
    await exited;
  };
  const start = async () => {
    running = await startOn(binaries, dataDir, port, settings);
  };
  return { url: urlOf(port), dataDir, start, stop };
}

interface Running {
  child: ChildProcess;
  port: number;
}

class PortTakenError extends Error {}

/** A standby takes only reads. */
const READY = /database system is ready to accept (read-only )?connections/;

/** The port is free when we look; should somebody be faster than PostgreSQL, another one is tried. */
async function startOnFreePort(
  binaries: PostgresBinaries,
  dataDir: string,
  settings: readonly string[],
): Promise<Running> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await startOn(binaries, dataDir, await freePort(), settings);
    } catch (error) {
      if (!(error instanceof PortTakenError) || attempt === 5) throw error;
    }
  }
}

async function startOn(
  binaries: PostgresBinaries,
  dataDir: string,
  port: number,
  settings: readonly string[],
): Promise<Running> {
  const flags = settings.flatMap((setting) => ['-c', setting]);
  const child = spawn(join(binaries.directory, 'postgres'), ['-D', dataDir, '-p', String(port), ...flags], {
    ...binaries.user,
    env: environment(),
    stdio: ['ignore', 'ignore', 'pipe'],
    cwd: dataDir,
    // Ctrl-C is for the tests, which end PostgreSQL when they are done with it; see `guardDirectory`.
    detached: true,
  });
  await ready(child);
  child.unref();
  (child.stderr as unknown as { unref(): void }).unref();
  return { child, port };
}

async function ready(child: ChildProcess): Promise<void> {
  let log = '';
  let isReady = () => {};
  const listening = new Promise<void>((resolve) => {
    isReady = resolve;
  });
  // Read to the end of its life, or PostgreSQL would wait for room in the pipe.
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    log = (log + text).slice(-keptLogChars);
    if (READY.test(log)) isReady();
  });
  const ended = once(child, 'close').then(() => {
    const Reason = log.includes('could not bind') ? PortTakenError : Error;
    throw new Reason(`PostgreSQL ended while starting:\n${log}`);
  });
  const timeout = new AbortController();
  const tooLate = delay(startTimeoutMs, undefined, { signal: timeout.signal }).then(() => {
    child.kill('SIGQUIT');
    throw new Error(`PostgreSQL did not start within ${startTimeoutMs / 1000} s:\n${log}`);
  });
  for (const loser of [ended, tooLate]) loser.catch(() => {});
  await Promise.race([listening, ended, tooLate]).finally(() => timeout.abort());
}

function environment(): NodeJS.ProcessEnv {
  return { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' };
}

// Reads until the other end is closed, by whom or whatever. Then ends the servers below the directory and removes it.
const guardScript = `
read -r nothing
for file in "$0"/data/postmaster.pid "$0"/*/data/postmaster.pid; do
  [ -f "$file" ] || continue
  read -r pid < "$file"
  kill -QUIT "$pid" 2>/dev/null
  while kill -0 "$pid" 2>/dev/null; do sleep 0.05; done
done
rm -rf "$0"`;

/**
 * Sees to it that `directory`, and any PostgreSQL on data in or one level below it, do not outlive this process,
 * however it ends: Ctrl-C, `kill -9`, a crash. What it gives back does the same at once, in the background.
 */
export function guardDirectory(directory: string): () => void {
  const guard = spawn('sh', ['-c', guardScript, directory], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  });
  guard.unref();
  (guard.stdin as unknown as { unref(): void }).unref();
  return () => {
    guard.stdin.end();
  };
}
