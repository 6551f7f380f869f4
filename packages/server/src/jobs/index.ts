import { setTimeout } from 'node:timers/promises';
import type { Pool } from 'pg';
import type PgBoss from 'pg-boss';
import type { Logger } from 'pino';
import { isConnectionLost, isRetryable } from '../database/transaction.js';
import type { Encryption } from '../encryption.js';
import type { Tracking } from '../tracking/index.js';
import { type Job, listJobs } from './list-jobs.js';
import { startQueue } from './queue.js';

const QUEUE = 'svc-jobs';
/** How often a process looks whether a job is due. */
const LOOK_EVERY_MS = 2500;
/** A run longer than this is given up for lost, and its process with it. The work itself is safe to overlap. */
const EXPIRE_SECONDS = 300;
const MAX_ATTEMPTS = 20;

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
  /** Encrypts payout details. */
  readonly encryption: Encryption;
  readonly logger: Logger;
}): Promise<Jobs> {
  const { pool, tracking, encryption, logger } = options;
  const stopping = new AbortController();
  const jobs = listJobs({ pool, ids: tracking.ids, encryption, logger, signal: stopping.signal });
  const queue = await startQueue(pool, (err) => logger.warn({ err }, 'the job queue had an error'));
  await makeQueue(queue.boss);
  const running = keepRunning({ boss: queue.boss, jobs, logger }, stopping.signal);
  return {
    async stop() {
      stopping.abort();
      await running;
      await queue.stop();
    },
  };
}

/**
 * Makes the queue unless it is there. Processes that make it at the same moment for the first time lock each other out:
 * all but one are told so by the database, and find it there when they try again.
 */
async function makeQueue(boss: PgBoss): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await boss.createQueue(QUEUE, {
        name: QUEUE,
        policy: 'short',
        retryLimit: 0,
        expireInSeconds: EXPIRE_SECONDS,
        retentionMinutes: 60,
      });
    } catch (error) {
      if (!isRetryable(error) || attempt === MAX_ATTEMPTS) throw error;
    }
  }
}

interface Runner {
  readonly boss: PgBoss;
  readonly jobs: readonly Job[];
  readonly logger: Logger;
}

async function keepRunning(runner: Runner, signal: AbortSignal): Promise<void> {
  const { logger } = runner;
  const sentSlots = new Map<string, number>();
  let isAway = false;
  while (!signal.aborted) {
    try {
      await sendDue(runner, sentSlots);
      await runSent(runner, signal);
      if (isAway) logger.info('jobs run again');
      isAway = false;
    } catch (err) {
      if (!isAway) logger.error({ err }, 'jobs cannot run; they are tried again until they can');
      isAway = true;
    }
    await setTimeout(LOOK_EVERY_MS, undefined, { signal }).catch(() => undefined);
  }
}

/** Sends the entry of each job for the current slot, unless this process did; the queue drops what others sent first. */
async function sendDue({ boss, jobs }: Runner, sentSlots: Map<string, number>): Promise<void> {
  for (const { name, everySeconds } of jobs) {
    const slot = Math.floor(Date.now() / 1000 / everySeconds);
    if (sentSlots.get(name) === slot) continue;
    await boss.send(QUEUE, { job: name }, { singletonKey: name, singletonSeconds: everySeconds });
    sentSlots.set(name, slot);
  }
}

/** Runs whatever the queue gives this process, one entry after the other, so that other processes can take the rest. */
async function runSent({ boss, jobs, logger }: Runner, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const [entry] = await boss.fetch<{ job: string }>(QUEUE, { batchSize: 1 });
    if (entry === undefined) return;
    try {
      const job = jobs.find(({ name }) => name === entry.data.job);
      const counts = (await job?.run()) ?? {};
      if (Object.values(counts).some((count) => count > 0)) {
        logger.info({ job: entry.data.job, ...counts }, 'job done');
      }
      await boss.complete(QUEUE, entry.id, counts);
    } catch (err) {
      if (isConnectionLost(err)) throw err;
      logger.error({ err, job: entry.data.job }, 'a job failed; it is tried again');
      await boss.fail(QUEUE, entry.id, { message: String(err) });
    }
  }
}
