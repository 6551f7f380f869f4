import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { isConnectionLost } from '../database/transaction.js';
import {
  leaseWork,
  releaseWorkOf,
  rescheduleWork,
  retryPauseMs,
  type WorkHandler,
  type WorkItem,
} from '../database/work-items.js';

const DEFAULT_LOOK_EVERY_MS = 1_000;
/** The longest delay of a timer. */
const LONGEST_SLEEP_MS = 2 ** 31 - 1;
/** Items leased with one statement. */
const AT_ONCE = 64;

/** Runs what is due. */
export interface Runner {
  /** Looks at once instead of when the next look is due. */
  wake(): void;
  /** Runs what is due, and what becomes due at this time by doing so; resolves when that has ended. */
  runDue(): Promise<void>;
  /** Starts nothing more; resolves when what is under way has ended and the pool is no longer used. */
  stop(): Promise<void>;
}

export interface RunnerOptions {
  readonly pool: Pool;
  readonly handlers: readonly WorkHandler[];
  readonly logger: Logger;
  /** How often it looks whether anything is due (1,000); null: only when it is woken or told to. */
  readonly lookEveryMs?: number | null | undefined;
}

/**
 * Looks for due work again and again, leases it and has it run, lane by lane. Every process may do so: an item is leased to
 * one of them, and to another when its lease has run out. Errors end neither the process nor the runner.
 */
export function startRunner(options: RunnerOptions): Runner {
  const { pool, handlers, logger, lookEveryMs = DEFAULT_LOOK_EVERY_MS } = options;
  const stopping = new AbortController();
  const { signal } = stopping;
  const leaseHolder = randomUUID();
  const sleep = createSleep();
  const absence = createAbsence(logger);
  const lanes = createLanes({ pool, logger, signal, leaseHolder, handlers, onAway: absence.begin });
  // Of two looks at once, both would find the same lanes idle.
  const look = oneAfterTheOther(lanes.look);

  async function keepLooking(): Promise<void> {
    while (!signal.aborted) {
      try {
        await look();
        absence.end();
      } catch (err) {
        lanes.reportAway(err);
      }
      if (!signal.aborted) await sleep.forMs(lookEveryMs ?? LONGEST_SLEEP_MS);
    }
  }

  const ending = keepLooking();
  return {
    wake: sleep.wake,
    async runDue() {
      for (let isMore = true; isMore; ) {
        isMore = (await look()) > 0 || lanes.areBusy();
        await lanes.untilIdle();
      }
    },
    async stop() {
      stopping.abort();
      sleep.wake();
      await ending;
      await lanes.untilIdle();
      await releaseWorkOf(pool, leaseHolder, kindsOf(handlers)).catch((err: unknown) =>
        logger.warn({ err }, 'work could not be handed over; it is taken over when its lease ends'),
      );
    },
  };
}

interface LaneOptions extends RunContext {
  readonly handlers: readonly WorkHandler[];
  /** Hears that the database is away. */
  readonly onAway: (err: unknown) => void;
}

/** The lanes that run leased items: each is either idle, or runs what was leased for it. */
function createLanes({ handlers, onAway, ...context }: LaneOptions) {
  const { pool, leaseHolder } = context;
  const running = new Map<string, Promise<void>>();
  /**
   * Whether items may be leased to this runner that it does not run: the answer to leasing was lost, or it could not end a
   * lease. They are released before the next leasing instead of waiting until their lease runs out.
   */
  let mayHoldLeases = false;

  function reportAway(err: unknown): void {
    onAway(err);
    mayHoldLeases = true;
  }

  /** Leases what is due for idle lanes, and starts them; gives how many items were leased. */
  async function look(): Promise<number> {
    const idle = handlers.filter(({ lane }) => !running.has(lane));
    if (idle.length === 0) return 0;
    if (mayHoldLeases) {
      await releaseWorkOf(pool, leaseHolder, kindsOf(idle));
      mayHoldLeases = idle.length < handlers.length;
    }
    const items = await leaseWork(pool, leaseHolder, idle, AT_ONCE);
    for (const lane of new Set(idle.map((handler) => handler.lane))) {
      const own = idle.filter((handler) => handler.lane === lane);
      const leased = items.filter(({ kind }) => own.some((handler) => handler.kind === kind));
      if (leased.length === 0) continue;
      const run = runLane(context, own, leased, items.length === AT_ONCE)
        .catch(reportAway)
        .finally(() => running.delete(lane));
      running.set(lane, run);
    }
    return items.length;
  }

  return {
    look,
    reportAway,
    areBusy: () => running.size > 0,
    untilIdle: async () => void (await Promise.all(running.values())),
  };
}

/** Calls wait for the ones before, whatever became of those. */
function oneAfterTheOther<Value>(run: () => Promise<Value>): () => Promise<Value> {
  let last: Promise<unknown> = Promise.resolve();
  return () => {
    const done = last.then(run);
    last = done.catch(() => undefined);
    return done;
  };
}

/** Logs that the database is away, and that it is back, once each. */
function createAbsence(logger: Logger) {
  let isAway = false;
  return {
    begin(err: unknown): void {
      if (!isAway) logger.error({ err }, 'Job runner unavailable; retrying');
      isAway = true;
    },
    end(): void {
      if (isAway) logger.info('Job runner available again');
      isAway = false;
    },
  };
}

const kindsOf = (handlers: readonly WorkHandler[]) => handlers.map(({ kind }) => kind);

/** A sleep that can be ended; when that was asked for before it began, it is not begun. */
function createSleep() {
  let isWoken = false;
  let sleeping = new AbortController();
  return {
    async forMs(ms: number): Promise<void> {
      sleeping = new AbortController();
      if (!isWoken) await setTimeout(ms, undefined, { signal: sleeping.signal }).catch(() => undefined);
      isWoken = false;
    },
    wake(): void {
      isWoken = true;
      sleeping.abort();
    },
  };
}

interface RunContext extends Pick<RunnerOptions, 'pool' | 'logger'> {
  readonly signal: AbortSignal;
  readonly leaseHolder: string;
}

/** Runs leased items, and what else is due for the lane when there was more than fitted into one lease. */
async function runLane(
  context: RunContext,
  own: readonly WorkHandler[],
  leased: readonly WorkItem[],
  isFull: boolean,
): Promise<void> {
  let items = leased;
  for (let isMore = isFull; items.length > 0; ) {
    for (const handler of own) {
      const due = items.filter(({ kind }) => kind === handler.kind);
      if (due.length > 0) await runItems(context, handler, due);
    }
    items =
      isMore && !context.signal.aborted
        ? await leaseWork(context.pool, context.leaseHolder, own, AT_ONCE)
        : [];
    isMore = items.length === AT_ONCE;
  }
}

/** Runs items that were leased together. When that fails as a whole they are tried again after a pause that grows. */
async function runItems(
  { pool, logger, signal }: RunContext,
  handler: WorkHandler,
  items: readonly WorkItem[],
): Promise<void> {
  if (signal.aborted) return;
  try {
    await handler.run(items);
  } catch (err) {
    if (isConnectionLost(err)) throw err;
    logger.error({ err, kind: handler.kind, items: items.length }, 'work failed; it is tried again');
    for (const item of items) {
      await rescheduleWork(pool, item, { pauseMs: retryPauseMs(item.attempts), error: String(err) });
    }
  }
}
