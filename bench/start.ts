// How long the service takes until it answers, and what it takes in memory: new data directory, restart, restart after kill -9.
// `npx tsx bench/start.ts [rounds]`; embedded engine, the program that `npm run build` leaves. Medians.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

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

async function measureStart(dataDir: string, end: End): Promise<Start> {
  const env = { PATH: process.env.PATH, PORT: String(PORT), SVC_DATA_DIR: dataDir };
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

const rounds = Number(process.argv[2] ?? 5);
const starts = { 'new directory': [], restart: [], 'after kill -9': [] } as Record<string, Start[]>;
for (let round = 0; round < rounds; round++) {
  const folder = fs.mkdtempSync(join(tmpdir(), 'svc-start-'));
  const ends: Record<string, End> = {
    'new directory': 'SIGTERM',
    restart: 'SIGKILL',
    'after kill -9': 'SIGTERM',
  };
  for (const [kind, end] of Object.entries(ends)) {
    starts[kind]?.push(await measureStart(join(folder, 'data'), end));
  }
  fs.rmSync(folder, { recursive: true });
}
console.log('                /healthz  /readyz  processor  at rest');
for (const [kind, measured] of Object.entries(starts)) {
  const middle = (field: keyof Start) => median(measured.map((start) => start[field])).toFixed(0);
  console.log(
    `${kind.padEnd(15)} ${middle('healthyMs').padStart(5)} ms ${middle('readyMs').padStart(5)} ms ${middle('cpuMs').padStart(7)} ms ${middle('restMb').padStart(5)} MB`,
  );
}
