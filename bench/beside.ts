import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import os from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { BesideLoad, BesideOrder } from './beside-process.js';
import { soldDataset } from './dataset.js';
import { type JobStage, LATE_JOBS, LONG_JOBS, type LongJob, openJobStage } from './long-jobs.js';
import type { Engine, Options } from './options.js';
import { startService } from './processes.js';
import { formatWhole } from './report.js';
import { type Storage, type Storages, withPool } from './storage.js';

/** Limits for the p99 latency of requests beside a long job. */
const MAX_P99_MS = { click: 50, sale: 150 } as const;
const DEFAULT_SALES = 100_000;
/** The load has a processor of its own in production; here it takes its turn first, where the system allows that. */
const LOAD_PRIORITY = -20;

/** Clicks and sales beside one job. */
interface BesideReading {
  readonly job: string;
  /** Number of runs, and the duration of one run. */
  readonly runs: number;
  readonly tookMs: number;
  readonly clickP99Ms: number;
  readonly saleP99Ms: number;
  /** Part of the above that the load generator itself may have added. */
  readonly lateP99Ms: number;
  readonly failures: number;
  /** Why the job failed; null: it did not. */
  readonly error: string | null;
}

/** A process that sends the clicks and sales. */
interface BesideLoader {
  start(url: string, storage: Storage): Promise<void>;
  stop(): Promise<BesideLoad>;
  end(): void;
}

function startLoader(): BesideLoader {
  const child: ChildProcess = fork(fileURLToPath(new URL('beside-process.ts', import.meta.url)), {
    execArgv: ['--import', 'tsx'],
  });
  try {
    os.setPriority(child.pid ?? 0, LOAD_PRIORITY);
  } catch {
    // Without the right to do so, the figures include what the load generator waits for a processor.
  }
  async function ask<Answer>(order: BesideOrder): Promise<Answer> {
    child.send(order);
    const [{ result, error }] = await once(child, 'message');
    if (error !== undefined) throw new Error(error);
    return result;
  }
  return {
    start: (url, { dataset }) => ask({ kind: 'start', url, dataset }),
    stop: () => ask<BesideLoad>({ kind: 'stop' }),
    end: () => child.disconnect(),
  };
}

/** Progress reports of a measurement, which takes many minutes. */
interface Listener {
  onProgress(what: string): void;
  onFilled(storage: Storage): void;
  onReading(reading: BesideReading): void;
}

/** Measures clicks and sales beside each long job, one job after the other, over 100,000 sales or those of `--sales`. */
export async function measureBeside(
  options: Options,
  storages: Storages,
  engine: Engine,
  { directory, onProgress, onFilled, onReading }: { readonly directory: string } & Listener,
): Promise<readonly BesideReading[]> {
  onProgress('storing what the jobs read');
  const storage = await storages.create(engine, soldDataset(Date.now(), options.sales ?? DEFAULT_SALES));
  // The owner takes part as a partner as well, so that one session reads both sides.
  await withPool(storage.environment, (pool) =>
    pool.query('update partners set user_id = (select user_id from workspace_members limit 1) where id = 1'),
  );
  onFilled(storage);
  const loader = startLoader();
  const readings: BesideReading[] = [];
  try {
    for (const jobs of [LONG_JOBS, LATE_JOBS]) {
      // Payouts need commissions that are payable; before that, no job has to do with them.
      if (jobs === LATE_JOBS)
        await withPool(storage.environment, (pool) =>
          pool.query('update commissions set payable_at = created_at'),
        );
      const log = join(directory, `${engine}-beside.log`);
      const service = await startService(storage.environment, log, options.profile);
      try {
        const stage = await openJobStage(service.url, storage, directory);
        for (const job of jobs) {
          if (!isMeasured(job, engine, options)) continue;
          onProgress(job.name);
          const reading = await measureJob(job, stage, loader, options);
          readings.push(reading);
          onReading(reading);
        }
      } finally {
        await service.stop();
      }
    }
  } finally {
    loader.end();
  }
  return readings;
}

function isMeasured({ name, engines }: LongJob, engine: Engine, { jobs }: Options): boolean {
  return (engines ?? [engine]).includes(engine) && (jobs === null || jobs.some((one) => name.includes(one)));
}

/** Runs a job again and again for the length of a round, at least once. */
async function measureJob(
  { name, isOnce, run }: LongJob,
  stage: JobStage,
  loader: BesideLoader,
  { seconds }: Options,
): Promise<BesideReading> {
  await loader.start(stage.url, stage.storage);
  const startedMs = performance.now();
  const elapsedMs = () => performance.now() - startedMs;
  let runs = 0;
  let error: string | null = null;
  try {
    do {
      await run(stage);
      runs += 1;
    } while (!isOnce && elapsedMs() < seconds * 1000);
  } catch (reason) {
    error = reason instanceof Error ? reason.message : String(reason);
  }
  const tookMs = elapsedMs() / Math.max(runs, 1);
  const { clickMs, saleMs, lateMs, failures } = await loader.stop();
  return {
    job: name,
    runs,
    tookMs,
    clickP99Ms: p99(clickMs),
    saleP99Ms: p99(saleMs),
    lateP99Ms: p99(lateMs),
    failures,
    error,
  };
}

function p99(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length * 0.99)] ?? Number.NaN;
}

/** Whether the job and all requests were answered and, where wanted, in time. */
export function isBesideGood(reading: BesideReading, isStrict: boolean): boolean {
  const { error, failures, clickP99Ms, saleP99Ms } = reading;
  const isInTime = clickP99Ms <= MAX_P99_MS.click && saleP99Ms <= MAX_P99_MS.sale;
  return error === null && failures === 0 && (!isStrict || isInTime);
}

const NAME_WIDTH = 34;
const ms = (value: number, width: number) => `${value.toFixed(0)} ms`.padStart(width);

/** The lines above the readings, for people. */
export function describeBesideStart({ engine, dataset, seededMs }: Storage): string {
  const { sales, clicks } = dataset;
  return [
    `Beside long work on ${engine}: 50 clicks and 5 sales a second beside one job over ${formatWhole(sales)} sales and ${formatWhole(clicks)} clicks ` +
      `(filled in ${Math.round(seededMs / 1000)} s)`,
    `  ${'job'.padEnd(NAME_WIDTH)}${'runs'.padStart(6)}${'each'.padStart(11)}${'click p99'.padStart(11)}${'sale p99'.padStart(10)}${'late p99'.padStart(10)}` +
      `  target: click ≤ ${MAX_P99_MS.click} ms, sale ≤ ${MAX_P99_MS.sale} ms; late: by the load generator itself, included`,
  ].join('\n');
}

/** A reading for people. */
export function describeBeside(reading: BesideReading): string {
  const { job, runs, tookMs, clickP99Ms, saleP99Ms, lateP99Ms, failures, error } = reading;
  const said = [
    isBesideGood(reading, true) ? '✓' : '✗',
    ...(failures === 0 ? [] : [`${failures} failed requests`]),
    ...(error === null ? [] : [`the job failed: ${error.slice(0, 200)}`]),
  ];
  const figures = `${ms(tookMs, 11)}${ms(clickP99Ms, 11)}${ms(saleP99Ms, 10)}${ms(lateP99Ms, 10)}`;
  return `  ${job.padEnd(NAME_WIDTH)}${String(runs).padStart(6)}${figures}  ${said.join(' ')}`;
}
