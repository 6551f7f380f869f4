import { setTimeout as delay } from 'node:timers/promises';
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { claimEvents, claimForReplay, releaseEvents } from '../operations/processor/claim-events.js';
import type { ArrivedEvent, EventWork } from '../operations/processor/event-row.js';
import { findStuckPayments } from '../operations/processor/find-stuck-payments.js';
import { storeEvents } from '../operations/processor/store-events.js';
import type { Tracking } from '../tracking/index.js';
import { createInbox } from './inbox.js';
import { type EventStep, type WorkContext, workOff } from './work-off.js';

export type { EventStep } from './work-off.js';

/** How long an event belongs to the process that works on it. When that process ends, another takes it over then. */
const LEASE_MS = 60_000;
/** Few enough that those which arrive meanwhile do not wait long for the database. */
const AT_ONCE = 64;
/** Events beyond this wait in the database rather than in memory. */
const MAX_BACKLOG = 2_048;
/** While events keep coming, those of so long are worked off together: most of the cost is of the batch, not of each. */
const APART_MS = 50;
const LOOK_EVERY_MS = 1_000;
const MEND_EVERY_MS = 5_000;
/** Longer than any transaction takes. */
const MEND_WITHIN_MS = 600_000;

export interface ProcessorOptions {
  readonly pool: Pool;
  readonly engine: 'postgres' | 'embedded';
  readonly tracking: Pick<Tracking, 'submit'>;
  readonly logger: Logger;
  readonly testEvents: 'test' | 'live';
  readonly atStep?: (step: EventStep) => void | Promise<void>;
}

/** Takes events in and works them off. */
export interface Processor {
  /** Resolves when the event is on disk; then it takes effect, whatever happens. Rejects when it is not. */
  accept(event: ArrivedEvent): Promise<void>;
  /** Works off what is due, events that other processes left behind too; for jobs and tests. */
  workOffDue(): Promise<void>;
  /** Works an event off again that failed or was ignored; false when it is no such event of the workspace. */
  replay(workspaceId: number, eventId: string): Promise<boolean>;
  /** Starts looking for what is due, once the database is migrated. */
  start(): Promise<void>;
  /** Takes nothing more; resolves when what is under way is done. What is left is left to the next process. */
  close(): Promise<void>;
}

/**
 * Events are stored first and worked off afterwards. Those that this process stored it works off from memory, leased to
 * it; all others it finds in the database when their time has come. Contract section 4.
 */
export function createProcessor(options: ProcessorOptions): Processor {
  const { pool, engine, tracking, logger, testEvents } = options;
  const context: WorkContext = {
    pool,
    tracking,
    logger,
    testEvents,
    workspacesOfPrograms: new Map(),
    atStep: options.atStep ?? (() => undefined),
  };
  const worker = createWorker(context);
  const mender = createMender(context);
  const inbox = createInbox<ArrivedEvent>(async (events) => {
    const works = await storeEvents(pool, events, worker.isBusy() ? null : LEASE_MS);
    await context.atStep('stored');
    worker.add(works.filter(({ attempts }) => attempts > 0));
  });
  let timer: NodeJS.Timeout | undefined;
  let looking: Promise<void> | null = null;

  async function look(): Promise<void> {
    await worker.drain();
    await mender.mend();
  }

  return {
    accept: inbox.put,
    async workOffDue() {
      await worker.drain();
      await mender.mend(0);
    },
    async replay(workspaceId, eventId) {
      const work = await claimForReplay(pool, workspaceId, eventId, LEASE_MS);
      if (work !== null) await workOff(context, [work]);
      return work !== null;
    },
    async start() {
      // Nobody else uses the embedded database, so whoever held a lease on it has ended.
      if (engine === 'embedded') await releaseEvents(pool, 'all');
      timer = setInterval(() => {
        looking ??= look()
          .catch((err: unknown) => logger.warn({ err }, 'events could not be looked for; it is tried again'))
          .finally(() => {
            looking = null;
          });
      }, LOOK_EVERY_MS);
    },
    async close() {
      clearInterval(timer);
      await inbox.close();
      await worker.close();
      await looking;
      await releaseEvents(pool, worker.left()).catch((err: unknown) =>
        logger.warn({ err }, 'events could not be handed over; they are taken over when their lease ends'),
      );
    },
  };
}

/** Works off events of this process's memory first, then what is due in the database, one batch after the other. */
function createWorker(context: WorkContext) {
  const { pool, logger } = context;
  const backlog: EventWork[] = [];
  let running: Promise<void> | null = null;
  let startedMs = 0;
  let isClosed = false;

  async function run(): Promise<void> {
    while (backlog.length > 0 && !isClosed) {
      const pauseMs = startedMs + APART_MS - performance.now();
      if (pauseMs > 0 && backlog.length < AT_ONCE) await delay(pauseMs);
      startedMs = performance.now();
      const batch = backlog.splice(0, AT_ONCE);
      // A lease that runs out is how a batch that failed as a whole is tried again.
      await workOff(context, batch).catch((err: unknown) =>
        logger.error({ err, events: batch.length }, 'events could not be worked off; they are tried again'),
      );
    }
    running = null;
  }

  return {
    add(works: readonly EventWork[]): void {
      if (works.length === 0) return;
      backlog.push(...works);
      running ??= run();
    },
    isBusy: () => backlog.length >= MAX_BACKLOG,
    async drain(): Promise<void> {
      for (let isMore = true; isMore && !isClosed; ) {
        await running;
        const works = await claimEvents(pool, AT_ONCE, LEASE_MS);
        if (works.length > 0) {
          await context.atStep('claimed');
          await workOff(context, works);
        }
        isMore = works.length === AT_ONCE;
      }
    },
    left: () => backlog.map(({ id }) => id),
    async close(): Promise<void> {
      isClosed = true;
      await running;
    },
  };
}

/**
 * What is told of a payment and its sale may be recorded in the same moment by two transactions that do not see each
 * other; a moment later it is plain, and put right. After a start all payments are looked at once.
 */
function createMender({ pool, tracking }: WorkContext) {
  let sinceMs = 0;
  let lastMs = 0;
  return {
    async mend(everyMs = MEND_EVERY_MS): Promise<void> {
      const nowMs = Date.now();
      if (nowMs - lastMs < everyMs) return;
      lastMs = nowMs;
      const stuck = await findStuckPayments(pool, sinceMs, AT_ONCE);
      for (const { workspaceId, names } of stuck) {
        const caller = { mode: 'server', workspaceId } as const;
        await tracking.submit({ kind: 'payment', caller, references: names, notices: [], atMs: nowMs });
      }
      if (stuck.length < AT_ONCE) sinceMs = nowMs - MEND_WITHIN_MS;
    },
  };
}
