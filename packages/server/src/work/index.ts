import { setTimeout as pause } from 'node:timers/promises';
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { Now } from '../clock.js';
import type { Encryption } from '../crypto/encryption.js';
import { isConnectionLost } from '../database/transaction.js';
import {
  chooseDueWork,
  ensureWork,
  isWorkLeft,
  releaseAllWork,
  rescheduleWork,
  type WorkHandler,
} from '../database/work-items.js';
import type { Deliverer } from '../delivery/deliverer.js';
import { wakeForEvents } from '../delivery/wake-for-events.js';
import type { EventNews } from '../events/event-news.js';
import { numberAll, startNumbering } from '../events/start-numbering.js';
import type { NotificationMails } from '../features/notifications/send-mails.js';
import type { InvitationMails } from '../features/people/send-invitation-mails.js';
import type { SealKeys } from '../features/seals/seal-keys.js';
import { queueDeliveries } from '../features/webhooks/delivery-work.js';
import type { Tracking } from '../ingest/index.js';
import type { Connections } from '../payments/connections/connections.js';
import type { Processor } from '../payments/processor.js';
import { type Job, listJobs } from './list-jobs.js';
import { isDueAfterLeap } from './next-moment.js';
import { type Runner, type RunnerOptions, startRunner } from './runner.js';

/** When a process dies while it runs a job, another runs it after this. Longer runs are safe to overlap. */
const LEASE_MS = 120_000;

/** Sessions of webhooks and batches of provider events end by themselves meanwhile. */
const SETTLE_PAUSE_MS = 1;

/** What runs later, while the service is up. */
export interface Jobs extends Pick<Runner, 'stop'> {
  /**
   * Makes those jobs due, and no others, that may find something to do after the time has leaped, whenever they last ran. `isLast`: it
   * stays there; otherwise it only stops on its way.
   */
  leap(where: { readonly isLast: boolean }): Promise<void>;
  /** Resolves when nothing is left to do at this time: work, numbering of events, deliveries. For a time that stands still. */
  settle(): Promise<void>;
}

export interface JobOptions extends Pick<RunnerOptions, 'lookEveryMs'> {
  readonly pool: Pool;
  readonly engine: 'postgres' | 'embedded';
  readonly tracking: Pick<Tracking, 'ids'>;
  readonly eventNews: EventNews;
  readonly processor: Pick<Processor, 'handler' | 'reconcilePayments'>;
  /** Encrypts payout details. */
  readonly encryption: Encryption;
  readonly sealKeys: SealKeys;
  readonly deliverer: Deliverer;
  /** null: there is no email server. */
  readonly notificationMails: NotificationMails | null;
  readonly invitationMails: InvitationMails;
  readonly logger: Logger;
  /** Looks after connections to payment providers. */
  readonly connections: Pick<Connections, 'handler'>;
  readonly now: Now;
  /** Months that clicks are kept after the end of theirs; null, unless said otherwise: for ever. */
  readonly clickRetentionMonths?: number | null;
}

/**
 * Starts what happens outside of requests: jobs, each once per period over all processes, and events of payment providers
 * that are not in a process's memory. An error ends neither the process nor the jobs: a run that failed is over, and the
 * next period tries again, also after the database was away.
 */
export async function startJobs(options: JobOptions): Promise<Jobs> {
  const { pool, engine, tracking, processor, deliverer, connections, eventNews, logger, lookEveryMs } =
    options;
  const {
    encryption,
    sealKeys,
    notificationMails,
    invitationMails,
    clickRetentionMonths = null,
    now,
  } = options;
  const stopping = new AbortController();
  const { signal } = stopping;
  const { ids } = tracking;
  const jobs = listJobs({
    pool,
    ids,
    processor,
    encryption,
    sealKeys,
    deliverer,
    notificationMails,
    invitationMails,
    logger,
    signal,
    clickRetentionMonths,
    now,
  });
  // Nobody else uses the embedded database, so every process that held a lease on it has ended.
  if (engine === 'embedded') await releaseAllWork(pool);
  const timers = await createTimers(pool, jobs, logger, () => eventNews.emit('written'));
  const handlers = [...timers, processor.handler, ...deliverer.handlers, connections.handler];
  const runner = startRunner({ pool, handlers, logger, lookEveryMs });
  const waking = wakeForEvents({ pool, news: eventNews, wake: runner.wake, logger });
  const numbering = startNumbering({ pool, news: eventNews, logger });
  return {
    async leap(where) {
      const names = jobs.map(({ name }) => name);
      const due = names.filter((name) => isDueAfterLeap(name, where));
      await chooseDueWork(pool, { due, others: names.filter((name) => !due.includes(name)) });
    },
    async settle() {
      for (;;) {
        await runner.runDue();
        await numberAll(pool, eventNews);
        await queueDeliveries(pool, 'all');
        if (!(await isWorkLeft(pool))) return;
        await pause(SETTLE_PAUSE_MS);
      }
    },
    async stop() {
      stopping.abort();
      await waking.stop();
      await deliverer.stop();
      await runner.stop();
      await numbering.stop();
    },
  };
}

/**
 * Handlers that run each job once per period: its one item of work is due again a period after it ended. `onDone` is called
 * after each run that did something.
 */
export async function createTimers(
  pool: Pool,
  jobs: readonly Job[],
  logger: Logger,
  onDone: () => void = () => undefined,
): Promise<readonly WorkHandler[]> {
  await ensureWork(
    pool,
    jobs.map(({ name }) => name),
  );
  return jobs.map((job) => ({
    kind: job.name,
    leaseMs: LEASE_MS,
    lane: 'jobs',
    async run([item]) {
      if (item === undefined) return;
      const error = await runJob(job, logger, onDone);
      await rescheduleWork(pool, item, { pauseMs: job.everySeconds * 1000, error });
    },
  }));
}

/** Runs a job; gives why it failed, or null. Rejects when the connection was lost. */
async function runJob({ name, run }: Job, logger: Logger, onDone: () => void): Promise<string | null> {
  try {
    const counts = await run();
    if (Object.values(counts).some((count) => count > 0)) {
      logger.info({ job: name, ...counts }, 'job done');
      onDone();
    }
    return null;
  } catch (err) {
    if (isConnectionLost(err)) throw err;
    logger.error({ err, job: name }, 'job failed; retrying');
    return String(err);
  }
}
