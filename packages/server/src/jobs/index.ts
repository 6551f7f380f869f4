import { setTimeout } from 'node:timers/promises';
import type { Pool } from 'pg';
import type PgBoss from 'pg-boss';
import type { Logger } from 'pino';
import { isConnectionLost } from '../database/transaction.js';
import type { Tracking } from '../tracking/index.js';
import { type Job, listJobs } from './list-jobs.js';
import { startQueue } from './queue.js';

/** How often a process looks whether a job is due. */
const LOOK_EVERY_MS = 2500;
/** A run longer than this is given up for lost, and its process with it. The work itself is safe to overlap. */
const EXPIRE_SECONDS = 300;

/** What runs later, while the service is up. */
export interface Jobs {
  /** Starts nothing more; resolves when what is under way has ended and the pool is no longer used. */
  stop(): Promise<void>;
}

/**
 * Starts what happens outside of requests. Every process may run it: for each job and each of its time slots the
 * queue takes one entry, whoever sends it, and gives it to one process. An error ends neither the process nor the
 * jobs: a run that fails is over, and the next slot tries again, also after the database was away.
 *
 * The queue's own workers are not used, because they do not wait for their completion notices: one that fails, as all
 * do while the database is away, is a rejection that nobody handles and ends the process.
 */
export async function startJobs(options: {
  readonly pool: Pool;
  readonly engine: 'postgres' | 'embedded';
  readonly tracking: Pick<Tracking, 'ids'>;
  readonly logger: Logger;
}): Promise<Jobs> {
  const { logger } = options;
  const stopping = new AbortController();
  const jobs = listJobs({ ...options, signal: stopping.signal });
  const queue = await startQueue(options.pool, (err) => logger.warn({ err }, 'the job queue had an error'));
  for (const { name } of jobs) {
    await queue.boss.createQueue(name, {
      name,
      policy: 'short',
      retryLimit: 0,
      expireInSeconds: EXPIRE_SECONDS,
      retentionMinutes: 60,
    });
  }
  const running = keepRunning(queue.boss, jobs, logger, stopping.signal);
  return {
    async stop() {
      stopping.abort();
      await running;
      await queue.stop();
    },
  };
}

async function keepRunning(
  boss: PgBoss,
  jobs: readonly Job[],
  logger: Logger,
  signal: AbortSignal,
): Promise<void> {
  const sentSlots = new Map<string, number>();
  let isAway = false;
  while (!signal.aborted) {
    try {
      for (const job of jobs) if (!signal.aborted) await runIfDue(boss, job, sentSlots, logger);
      if (isAway) logger.info('jobs run again');
      isAway = false;
    } catch (err) {
      if (!isAway) logger.error({ err }, 'jobs cannot run; they are tried again until they can');
      isAway = true;
    }
    await setTimeout(LOOK_EVERY_MS, undefined, { signal }).catch(() => undefined);
  }
}

/** Sends a job's entry for the current slot, unless this process did, and runs whatever the queue gives out. */
async function runIfDue(
  boss: PgBoss,
  job: Job,
  sentSlots: Map<string, number>,
  logger: Logger,
): Promise<void> {
  const { name, everySeconds } = job;
  const slot = Math.floor(Date.now() / 1000 / everySeconds);
  if (sentSlots.get(name) !== slot) {
    await boss.send(name, {}, { singletonSeconds: everySeconds });
    sentSlots.set(name, slot);
  }
  for (const { id } of await boss.fetch(name)) {
    try {
      const counts = await job.run();
      if (Object.values(counts).some((count) => count > 0)) logger.info({ job: name, ...counts }, 'job done');
      await boss.complete(name, id, counts);
    } catch (err) {
      if (isConnectionLost(err)) throw err;
      logger.error({ err, job: name }, 'a job failed; it is tried again');
      await boss.fail(name, id, { message: String(err) });
    }
  }
}
