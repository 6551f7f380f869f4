import { setTimeout } from 'node:timers/promises';
import type { MessagePort } from 'node:worker_threads';
import type { Command, Outcome } from '@svc/core';
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { Step } from './batch.js';
import { createBatchRunner, onBrokenConnection } from './batch-runner.js';
import { createRemoteBatchRunner } from './batches-by-message.js';
import { createIdSource, type IdSource } from './ids.js';
import { createPipeline } from './pipeline.js';

export type { Step } from './batch.js';
export { UnavailableError } from './unavailable-error.js';

const MAX_QUEUED = 10_000;
const MAX_BATCH = 512;
/** How many batches a server may have under way at once, and how many commands must wait before another is worth its cost. */
const SERVER_LANES = { lanes: 3, laneOpensAt: 20 };
/**
 * The embedded engine has a single session. In its own thread, a second batch waits there for the first, so that the engine works on
 * while this thread answers.
 */
const ENGINE_THREAD_LANES = { lanes: 2, laneOpensAt: 32 };
const SAME_THREAD_LANES = { lanes: 1, laneOpensAt: 1 };
const PROBE_EVERY_MS = 250;

/** What tracking needs, and what tests may turn. */
export interface TrackingOptions {
  readonly pool: Pool;
  /** Further pools over which row ids are taken: a connection of theirs that breaks counts like one of `pool`. */
  readonly otherPools?: readonly Pool[];
  readonly engine: 'postgres' | 'embedded';
  readonly logger: Logger;
  /** Connects to the thread that runs the batches; null or not given: they run in this one. */
  readonly connectBatches?: (() => MessagePort) | null;
  readonly maxQueued?: number;
  readonly maxBatch?: number;
  readonly lanes?: number;
  readonly laneOpensAt?: number;
  /** Called with the size of each batch after it was answered. */
  readonly onBatch?: (size: number) => void;
  /** Called after a batch in which something other than clicks was recorded or refused. */
  readonly onRecorded?: () => void;
  /** Called after each step of a batch, inside its transaction. */
  readonly atStep?: (step: Step, commands: readonly Command[]) => void | Promise<void>;
}

/** Records clicks, leads, sales and refunds from any source. */
export interface Tracking {
  /**
   * Resolves once the command's outcome is durable; a refusal is an outcome too. Rejects with `UnavailableError` when
   * nothing was recorded and the caller may try again, with any other error when a fault of ours stood in the way.
   */
  submit(command: Command): Promise<Outcome>;
  /** Takes no more commands; resolves when those taken are settled. */
  close(): Promise<void>;
  /** Drops what is remembered of links, after a change of configuration. */
  forgetCatalog(): void;
  isDatabaseUp(): boolean;
  /** Commands waiting for a batch. */
  queued(): number;
  readonly ids: IdSource;
}

/** Opens the pipeline over a migrated database. */
export function createTracking(options: TrackingOptions): Tracking {
  const { pool, engine, logger } = options;
  const ids = createIdSource();
  const stopWatching = onBrokenConnection([pool, ...(options.otherPools ?? [])], ids.forget);
  const { lanes, laneOpensAt } = lanesOf(options);
  const runner = options.connectBatches
    ? createRemoteBatchRunner(options.connectBatches(), logger)
    : createBatchRunner({
        pool,
        engine,
        logger,
        lanes,
        ids,
        atStep: options.atStep ?? null,
        onDatabaseAway: () => pipeline.suspend(),
      });
  const pipeline = createPipeline({
    runBatch: runner.runBatch,
    lanes,
    laneOpensAt,
    untilDatabaseIsUp: (signal) => untilDatabaseIsUp(pool, logger, signal),
    maxQueued: options.maxQueued ?? MAX_QUEUED,
    maxBatch: options.maxBatch ?? MAX_BATCH,
    onBatch: options.onBatch ?? (() => undefined),
    onRecorded: options.onRecorded ?? (() => undefined),
  });
  return {
    submit: pipeline.submit,
    async close() {
      await pipeline.close();
      runner.close();
      stopWatching();
    },
    forgetCatalog: runner.forgetLinks,
    isDatabaseUp: pipeline.isDatabaseUp,
    queued: pipeline.queued,
    ids,
  };
}

function lanesOf({ engine, connectBatches, lanes, laneOpensAt }: TrackingOptions) {
  if (engine === 'embedded') return connectBatches ? ENGINE_THREAD_LANES : SAME_THREAD_LANES;
  return { lanes: lanes ?? SERVER_LANES.lanes, laneOpensAt: laneOpensAt ?? SERVER_LANES.laneOpensAt };
}

async function untilDatabaseIsUp(pool: Pool, logger: Logger, signal: AbortSignal): Promise<void> {
  logger.error('the database is unavailable; rejecting commands until it is back');
  const given = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
  while (!signal.aborted) {
    try {
      // One that hangs is not waited for when nobody needs the database any more.
      await Promise.race([pool.query('select 1'), given]);
      if (!signal.aborted) logger.info('the database is available again');
      return;
    } catch {
      await setTimeout(PROBE_EVERY_MS);
    }
  }
}
