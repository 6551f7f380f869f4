import { randomInt } from 'node:crypto';
import type { Command } from '@svc/core';
import type { Pool } from 'pg';
import { type BatchContext, runBatch, type Settled } from './batch.js';
import { createBreakdownMemory } from './breakdown.js';
import { createIdSource, type IdSource } from './ids.js';
import { createLinkCatalog } from './links.js';

const TOTALS_SLOTS = 16;

/** Settles batches for the pipeline, in this thread or in another. */
export interface BatchRunner {
  /** Settles each command, in order, on one of the lanes (0, 1, …). Never rejects. */
  runBatch(commands: readonly Command[], lane: number): Promise<readonly Settled[]>;
  /** Drops what is remembered of links; batches that are given after it read them again. */
  forgetLinks(): void;
  /** Ends what it holds. No batch may be under way. */
  close(): void;
}

/** What a runner in this thread works with. */
export interface BatchRunnerOptions
  extends Pick<BatchContext, 'pool' | 'engine' | 'logger' | 'atStep' | 'onDatabaseAway'> {
  readonly lanes: number;
  readonly ids?: IdSource;
}

/** Runs batches in this thread. */
export function createBatchRunner(options: BatchRunnerOptions): BatchRunner {
  const { pool, engine, logger, atStep, onDatabaseAway, lanes, ids = createIdSource() } = options;
  const links = createLinkCatalog();
  const breakdown = createBreakdownMemory();
  const context = { pool, engine, logger, atStep, onDatabaseAway, links, breakdown, ids };
  const firstSlot = randomInt(TOTALS_SLOTS);
  const contexts = Array.from({ length: lanes }, (_, lane): BatchContext => {
    // Transactions of the embedded engine never wait for each other's rows.
    return { ...context, slot: engine === 'embedded' ? 0 : (firstSlot + lane) % TOTALS_SLOTS };
  });
  return {
    runBatch: (commands, lane) => runBatch(contexts[lane] as BatchContext, commands),
    forgetLinks: () => links.clear(),
    close: () => undefined,
  };
}

/** Calls back whenever a connection broke, in use or idle, until the result is called. */
export function onBrokenConnection(pools: readonly Pool[], callback: () => void): () => void {
  const onRelease = (error: unknown) => {
    if (error) callback();
  };
  for (const pool of pools) pool.on('error', callback).on('release', onRelease);
  return () => {
    for (const pool of pools) pool.off('error', callback).off('release', onRelease);
  };
}
