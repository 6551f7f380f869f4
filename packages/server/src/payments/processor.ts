import { setTimeout as delay } from 'node:timers/promises';
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { Now } from '../clock.js';
import { leaseWork, releaseWork, type WorkHandler } from '../database/work-items.js';
import type { Tracking } from '../ingest/index.js';
import { type ArrivedEvent, EVENT_WORK, type LeasedEvent } from './event-row.js';
import { findStuckPayments } from './find-stuck-payments.js';
import { createInbox } from './inbox.js';
import { leaseForReplay, loadEvents } from './lease-events.js';
import { createNoticedLog } from './noticed-events.js';
import { type EventStep, type ProcessingContext, processEvents } from './process-events.js';
import type { Providers } from './provider.js';
import { storeEvents } from './store-events.js';

export type { EventStep } from './process-events.js';

/** How long an event belongs to the process that works on it. When that process ends, another takes it over then. */
const LEASE_MS = 60_000;
/** Few enough that those which arrive meanwhile do not wait long for the database. */
const AT_ONCE = 64;
/** Events beyond this wait in the database rather than in memory. */
const MAX_BACKLOG = 2_048;
/** While events keep coming, those of so long are processed together: most of the cost is of the batch, not of each. */
const DEFAULT_APART_MS = 50;
/** Longer than any transaction takes. */
const RECONCILE_WITHIN_MS = 600_000;

export interface ProcessorOptions {
  readonly pool: Pool;
  readonly providers: Providers;
  readonly tracking: Pick<Tracking, 'submit'>;
  readonly logger: Logger;
  readonly testEvents: 'test' | 'live';
  readonly now: Now;
  readonly atStep?: (step: EventStep) => void | Promise<void>;
  /** How long after the beginning of a batch from memory the next one begins, unless it is full by then (50). */
  readonly apartMs?: number | undefined;
}

/** Takes events in and processes them. */
export interface Processor {
  /** Resolves when the event is on disk; then it takes effect, whatever happens. Rejects when it is not. */
  accept(event: ArrivedEvent): Promise<void>;
  /** Processes events that are due and not in this process's memory: retries, and what other processes left behind. */
  readonly handler: WorkHandler;
  /** Puts right what two transactions recorded at the same time without seeing each other; gives how many payments. */
  reconcilePayments(): Promise<number>;
  /** Does at once what `handler` and `reconcilePayments` do when their time has come; for commands and tests. */
  processDue(): Promise<void>;
  /** Processes an event again that failed or was ignored; false when it is no such event of the workspace. */
  replay(workspaceId: number, eventId: string): Promise<boolean>;
  /** How a provider calls the persons whom the body of one of its events is about. */
  personsOf(provider: string, body: string): readonly string[];
  /** The body of a provider's event without whom it is about; `{}` where the provider is unknown. */
  withoutPersons(provider: string, body: string): string;
  /** Takes nothing more; resolves when what is under way is done. What is left is left to the next process. */
  close(): Promise<void>;
}

/**
 * Events are stored first and processed afterwards. Those that this process stored it processes from memory, leased to
 * it; all others are work that is leased when it is due. Contract section 4.
 */
export function createProcessor(options: ProcessorOptions): Processor {
  const { pool, providers, tracking, logger, testEvents, now } = options;
  const context: ProcessingContext = {
    pool,
    providers,
    tracking,
    logger,
    testEvents,
    now,
    workspacesOfPrograms: new Map(),
    noticedLog: createNoticedLog(logger, now),
    atStep: options.atStep ?? (() => undefined),
  };
  const worker = createWorker(context, options.apartMs ?? DEFAULT_APART_MS);
  const reconcilePayments = createReconciler(context);
  const inbox = createInbox<ArrivedEvent>(async (events) => {
    const stored = await storeEvents(pool, events, worker.isBusy() ? null : LEASE_MS);
    await context.atStep('stored');
    worker.add(stored.filter(({ attempts }) => attempts > 0));
  });
  const handler: WorkHandler = {
    kind: EVENT_WORK,
    leaseMs: LEASE_MS,
    lane: EVENT_WORK,
    run: (items) => worker.run(items.map(({ key }) => key)),
  };

  return {
    accept: inbox.put,
    handler,
    reconcilePayments,
    async processDue() {
      for (let isMore = true; isMore; ) {
        const items = await leaseWork(pool, 'processDue', [handler], AT_ONCE);
        await handler.run(items);
        isMore = items.length === AT_ONCE;
      }
      await reconcilePayments();
    },
    async replay(workspaceId, eventId) {
      const events = await leaseForReplay(pool, workspaceId, eventId, LEASE_MS);
      if (events.length > 0) await processEvents(context, events);
      return events.length > 0;
    },
    personsOf: (provider, body) => providers.get(provider)?.personsOf(body) ?? [],
    withoutPersons: (provider, body) => providers.get(provider)?.withoutPersons(body) ?? '{}',
    async close() {
      await inbox.close();
      await worker.close();
      await releaseWork(pool, EVENT_WORK, worker.left()).catch((err: unknown) =>
        logger.warn({ err }, 'events could not be handed over; they are taken over when their lease ends'),
      );
    },
  };
}

/** Processes events of this process's memory, one batch after the other, and between them what the database has. */
function createWorker(context: ProcessingContext, apartMs: number) {
  const { pool, logger } = context;
  const backlog: LeasedEvent[] = [];
  let running: Promise<void> | null = null;
  let processing: Promise<void> = Promise.resolve();
  let startedMs = 0;
  let isClosed = false;

  async function processPending(): Promise<void> {
    while (backlog.length > 0 && !isClosed) {
      const pauseMs = startedMs + apartMs - performance.now();
      if (pauseMs > 0 && backlog.length < AT_ONCE) await delay(pauseMs);
      startedMs = performance.now();
      const batch = backlog.splice(0, AT_ONCE);
      // A lease that runs out is how a batch that failed as a whole is tried again.
      await processEvents(context, batch).catch((err: unknown) =>
        logger.error({ err, events: batch.length }, 'events could not be processed; they are tried again'),
      );
    }
    running = null;
  }

  /** Processes events that were leased from the database, after those of the memory. */
  async function processLeased(ids: readonly number[]): Promise<void> {
    await running;
    if (isClosed) return releaseWork(pool, EVENT_WORK, ids);
    const events = await loadEvents(pool, ids);
    await context.atStep('leased');
    await processEvents(context, events);
  }

  return {
    add(events: readonly LeasedEvent[]): void {
      if (events.length === 0) return;
      backlog.push(...events);
      running ??= processPending();
    },
    isBusy: () => backlog.length >= MAX_BACKLOG,
    async run(ids: readonly number[]): Promise<void> {
      await running;
      if (ids.length === 0) return;
      const done = processLeased(ids);
      processing = done.catch(() => undefined);
      return done;
    },
    left: () => backlog.map(({ id }) => id),
    async close(): Promise<void> {
      isClosed = true;
      await running;
      await processing;
    },
  };
}

/**
 * A sale and a report about its payment may be recorded at the same time by two transactions that do not see each other.
 * Submitting the payment's references again puts that right. After a start all payments are looked at once.
 */
function createReconciler({ pool, tracking, now }: ProcessingContext): () => Promise<number> {
  let sinceMs = 0;
  return async () => {
    const nowMs = now();
    const stuck = await findStuckPayments(pool, sinceMs, AT_ONCE);
    for (const { workspaceId, references } of stuck) {
      const caller = { mode: 'server', workspaceId } as const;
      await tracking.submit({ kind: 'payment', caller, references, adjustments: [], atMs: nowMs });
    }
    if (stuck.length < AT_ONCE) sinceMs = nowMs - RECONCILE_WITHIN_MS;
    return stuck.length;
  };
}
