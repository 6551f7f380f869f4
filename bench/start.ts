// How long the service takes until it answers, and what it takes in memory: new data directory, restart, restart after kill -9.
// `npx tsx --conditions=svc-source bench/start.ts [rounds]`; the program that `npm run build` leaves, on the embedded engine and then, restarted only, on
// PostgreSQL. Medians.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { findPostgres } from '../packages/server/test/support/postgres-binaries.js';
import { createPostgres } from '../packages/server/test/support/postgres-server.js';
import type { Environment } from './processes.js';

const PROGRAM = fileURLToPath(new URL('../packages/server/bin/svc-server.js', import.meta.url));
const PORT = 4680;
const ASK_EVERY_MS = 5;
/** When the work that follows a start is done. */
const AT_REST_MS = 5_000;
const PAGE_KB = 4;

type End = 'SIGTERM' | 'SIGKILL';
interface Start {
  readonly healthyMs: number;
  readonly readyMs: number;
  readonly cpuMs: number;
  readonly restMb: number;
}

async function untilAnswered(path: string): Promise<number> {
  for (;;) {
    const isGood = await fetch(`http://127.0.0.1:${PORT}${path}`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isGood) return performance.now();
    await delay(ASK_EVERY_MS);
  }
}

/** Processor time in milliseconds and resident memory in MB of a process; Linux only. */
function usageOf({ pid }: ChildProcess): { readonly cpuMs: number; readonly restMb: number } {
  const fields = fs.readFileSync(`/proc/${pid}/stat`, 'utf8').split(' ');
  const [, resident = ''] = fs.readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ');
  return {
    cpuMs: (Number(fields[13]) + Number(fields[14])) * 10,
    restMb: (Number(resident) * PAGE_KB) / 1024,
  };
}

async function measureStart(database: Environment, end: End): Promise<Start> {
  const env = { PATH: process.env.PATH, PORT: String(PORT), ...database };
  const startedMs = performance.now();
  const child = spawn(process.execPath, [PROGRAM, 'serve'], { env, stdio: 'ignore' });
  const ended = once(child, 'exit');
  const healthyMs = (await untilAnswered('/healthz')) - startedMs;
  const readyMs = (await untilAnswered('/readyz')) - startedMs;
  const { cpuMs } = usageOf(child);
  await delay(AT_REST_MS);
  const { restMb } = usageOf(child);
  child.kill(end);
  await ended;
  return { healthyMs, readyMs, cpuMs, restMb };
}

function median(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN;
}

/** One round of the embedded engine in a data directory of its own. */
async function startEmbedded(add: (kind: string, start: Start) => void): Promise<void> {
  const folder = fs.mkdtempSync(join(tmpdir(), 'svc-start-'));
  const database = { SVC_DATA_DIR: join(folder, 'data') };
  add('new directory', await measureStart(database, 'SIGTERM'));
  add('restart', await measureStart(database, 'SIGKILL'));
  add('after kill -9', await measureStart(database, 'SIGTERM'));
  fs.rmSync(folder, { recursive: true });
}

async function startOnPostgres(rounds: number, add: (kind: string, start: Start) => void): Promise<void> {
  const folder = fs.mkdtempSync(join(tmpdir(), 'svc-start-'));
  // PostgreSQL refuses to run as root, so its own user must get through the folder.
  fs.chmodSync(folder, 0o711);
  const server = await createPostgres(findPostgres(folder), join(folder, 'postgres'));
  const database = {
    DATABASE_URL: server.url,
    SVC_SECRET: 'a secret that only this measurement uses',
    SVC_DATA_DIR: join(folder, 'data'),
  };
  await measureStart(database, 'SIGTERM');
  for (let round = 0; round < rounds; round++) add('on PostgreSQL', await measureStart(database, 'SIGTERM'));
  await server.stop();
  fs.rmSync(folder, { recursive: true });
}

const rounds = Number(process.argv[2] ?? 5);
const starts: Record<string, Start[]> = {};
const add = (kind: string, start: Start) => {
  starts[kind] = [...(starts[kind] ?? []), start];
};
for (let round = 0; round < rounds; round++) await startEmbedded(add);
await startOnPostgres(rounds, add);
console.log('                /healthz  /readyz  processor  at rest');
for (const [kind, measured] of Object.entries(starts)) {
  const middle = (field: keyof Start) => median(measured.map((start) => start[field])).toFixed(0);
  console.log(
    `${kind.padEnd(15)} ${middle('healthyMs').padStart(5)} ms ${middle('readyMs').padStart(5)} ms ${middle('cpuMs').padStart(7)} ms ${middle('restMb').padStart(5)} MB`,
  );
}
