import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { bundle } from '../packages/server/scripts/bundle.js';
import { freePort } from '../packages/server/test/support/free-port.js';

const START_WITHIN_MS = 60_000;
const LOOK_EVERY_MS = 50;
/** The program that `npm run build` leaves. */
export const SERVER_BIN = fileURLToPath(new URL('../packages/server/bin/svc-server.js', import.meta.url));
const BARE_SERVER = fileURLToPath(new URL('bare-server.ts', import.meta.url));
const LEAST_SERVER = fileURLToPath(new URL('least-server.ts', import.meta.url));
// As deep below the package as the program of the service, which finds the package's files from there.
const LEAST_FOLDER = fileURLToPath(new URL('../packages/server/dist/bench-least', import.meta.url));

/** A server under load, in a process of its own. */
export interface Server {
  readonly url: string;
  /** Resident memory now, in MiB; null where the system does not report it. */
  memoryMib(): number | null;
  /** Asks it to end and waits until it has. Throws when it ended otherwise than asked, with the end of its log. */
  stop(): Promise<void>;
}

export type Environment = Readonly<Record<string, string>>;

const running = new Set<ChildProcess>();
// However the benchmark ends, nothing of it goes on.
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

/** The bare server. */
export function startBare(log: string): Promise<Server> {
  return startServer(['--import', 'tsx', BARE_SERVER], {}, log);
}

/** The least that stores clicks, on the database that `environment` names; bundled, so that its engine has a thread as the service's has. */
export function startLeast(environment: Environment, log: string): Promise<Server> {
  bundle(LEAST_SERVER, LEAST_FOLDER);
  return startServer([join(LEAST_FOLDER, 'least-server.js')], environment, log);
}

/** The service as it is run in production, on the database that `environment` names. */
export function startService(environment: Environment, log: string, profile: string | null): Promise<Server> {
  const flags = profile === null ? [] : ['--cpu-prof', `--cpu-prof-dir=${profile}`];
  return startServer([...flags, SERVER_BIN, 'serve'], { ...environment, SVC_RATE_LIMIT: 'off' }, log);
}

/** Runs a command of svc-server and gives back what it printed. Throws with that when it fails. */
export function runCommand(environment: Environment, ...args: string[]): string {
  try {
    return execFileSync(process.execPath, [SERVER_BIN, ...args], {
      env: { ...inherited(), ...environment },
      encoding: 'utf8',
      maxBuffer: 64 * 1024 * 1024,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  } catch (error) {
    const { stdout, stderr } = error as { stdout?: string; stderr?: string };
    throw new Error(`svc-server ${args.join(' ')} failed:\n${stdout ?? ''}${stderr ?? ''}`.trimEnd());
  }
}

/** Of this process's environment only what programs need to run: no setting of the service slips in. */
export function inherited(): Record<string, string> {
  const { PATH = '', HOME = '' } = process.env;
  return { PATH, HOME, NODE_ENV: 'production' };
}

async function startServer(args: readonly string[], environment: Environment, log: string): Promise<Server> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const logFile = fs.openSync(log, 'a');
  const child = spawn(process.execPath, args, {
    env: { ...inherited(), ...environment, HOST: '127.0.0.1', PORT: String(port), SVC_BASE_URL: url },
    stdio: ['ignore', logFile, logFile],
  });
  fs.closeSync(logFile);
  running.add(child);
  child.once('exit', () => running.delete(child));
  await untilReady(child, url, log);
  return { url, memoryMib: () => residentMib(child.pid), stop: () => stopProcess(child, log) };
}

async function untilReady(child: ChildProcess, url: string, log: string): Promise<void> {
  for (const startedMs = Date.now(); Date.now() - startedMs < START_WITHIN_MS; await delay(LOOK_EVERY_MS)) {
    if (child.exitCode !== null || child.signalCode !== null) break;
    try {
      if ((await fetch(`${url}/readyz`)).ok) return;
    } catch {}
  }
  child.kill('SIGKILL');
  throw new Error(`a server did not start:\n${lastLines(log)}`);
}

async function stopProcess(child: ChildProcess, log: string): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) {
    const exited = once(child, 'exit');
    child.kill('SIGTERM');
    await exited;
  }
  if (child.exitCode !== 0) {
    throw new Error(`a server ended with ${child.signalCode ?? child.exitCode}:\n${lastLines(log)}`);
  }
}

function lastLines(log: string): string {
  return fs.readFileSync(log, 'utf8').slice(-2000);
}

function residentMib(pid: number | undefined): number | null {
  try {
    const kib = execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' });
    return Math.round(Number(kib) / 1024);
  } catch {
    return null;
  }
}
