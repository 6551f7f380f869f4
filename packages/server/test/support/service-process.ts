import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import { builtServer } from './built.js';
import { freePort } from './free-port.js';

const LOOK_EVERY_MS = 50;

/** How a process ended: its exit code (null after a signal) and everything it wrote. */
export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** `svc-server` in a process of its own; one that still runs when the test ends is killed. */
export interface ServerProcess {
  readonly child: ChildProcess;
  readonly ended: Promise<Ended>;
  /** What it wrote to stdout so far. */
  stdout(): string;
  /** What it wrote to stderr so far. */
  stderr(): string;
}

/** Starts `svc-server` with arguments, in an environment that has these variables and no others of the service. */
export function spawnServer(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): ServerProcess {
  const cwd = fileURLToPath(new URL('../..', import.meta.url));
  return spawnWatched(process.execPath, [builtServer(), ...args], { cwd, env });
}

/** Starts any program in the same way. */
export function spawnWatched(
  program: string,
  args: readonly string[],
  { cwd, env }: { readonly cwd: string; readonly env: Readonly<Record<string, string>> },
): ServerProcess {
  const child = spawn(program, args, {
    cwd,
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const written = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].setEncoding('utf8').on('data', (text: string) => {
      written[name] += text;
    });
  }
  const ended = once(child, 'close').then(([code]) => ({ code: code as number | null, ...written }));
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await ended;
  });
  return { child, ended, stdout: () => written.stdout, stderr: () => written.stderr };
}

/** Runs a command to its end. */
export function runServer(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<Ended> {
  return spawnServer(args, env).ended;
}

/** A service that is ready, or about to be. */
export interface ServiceProcess extends ServerProcess {
  readonly baseUrl: string;
  /** Resolves when it is ready; rejects with its log when it ends instead. */
  ready(): Promise<void>;
}

/** Waits until a condition holds; the test's own time limit is the only one. */
export async function until(
  condition: () => boolean | Promise<boolean>,
  lookEveryMs = LOOK_EVERY_MS,
): Promise<void> {
  while (!(await condition())) await delay(lookEveryMs);
}

/** The status of a GET; 0 when nobody answers. */
export async function statusOf(url: string): Promise<number> {
  return fetch(url).then(
    async (response) => {
      await response.arrayBuffer();
      return response.status;
    },
    () => 0,
  );
}

/** Starts `svc-server serve` on a port of its own. */
export async function spawnService(env: Readonly<Record<string, string>>): Promise<ServiceProcess> {
  const port = await freePort();
  const server = spawnServer(['serve'], { PORT: String(port), SVC_RATE_LIMIT: 'off', ...env });
  const baseUrl = `http://127.0.0.1:${port}`;
  async function ready(): Promise<void> {
    let end: Ended | undefined;
    void server.ended.then((ended) => {
      end = ended;
    });
    await until(async () => end !== undefined || (await statusOf(`${baseUrl}/readyz`)) === 200);
    if (end !== undefined) throw new Error(`the service ended with ${end.code}:\n${end.stderr}`);
  }
  return { ...server, baseUrl, ready };
}
