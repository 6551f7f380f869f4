import { setTimeout } from 'node:timers/promises';
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { isConnectionLost } from '../database/transaction.js';
import {
  leaseWork,
  releaseWork,
  rescheduleWork,
  retryPauseMs,
  type WorkHandler,
  type WorkItem,
} from '../database/work-items.js';

/** How often a process looks whether anything is due. */
const LOOK_EVERY_MS = 1_000;
/** Items leased with one statement. */
const AT_ONCE = 64;

/** Runs what is due. */
export interface Runner {
  /** Starts nothing more; resolves when what is under way has ended and the pool is no longer used. */
  stop(): Promise<void>;
}

export interface RunnerOptions {
  readonly pool: Pool;
  readonly handlers: readonly WorkHandler[];
  readonly logger: Logger;
}

/**
 * Looks for due work every second, leases it and has it run, lane by lane. Every process may do so: an item is leased to
 * one of them, and to another when its lease has run out. Errors end neither the process nor the runner.
 */
export function startRunner({ pool, handlers, logger }: RunnerOptions): Runner {
  const stopping = new AbortController();
  const { signal } = stopping;
  const lanes = new Map<string, Promise<void>>();
  /** Leased when the connection was lost; released when the database is back. */
  const lost: LostLeases[] = [];
  const context: RunContext = { pool, logger, signal, lost };
  let isAway = false;

  function reportAway(err: unknown): void {
    if (!isAway) logger.error({ err }, 'Job runner unavailable; retrying');
    isAway = true;
  }

  async function look(): Promise<void> {
    for (let first = lost[0]; first !== undefined; first = lost[0]) {
      await releaseWork(pool, first.kind, first.keys);
      lost.shift();
    }
    const idle = handlers.filter(({ lane }) => !lanes.has(lane));
    if (idle.length === 0) return;
    const items = await leaseWork(pool, idle, AT_ONCE);
    for (const lane of new Set(idle.map((handler) => handler.lane))) {
      const own = idle.filter((handler) => handler.lane === lane);
      const leased = items.filter(({ kind }) => own.some((handler) => handler.kind === kind));
      if (leased.length === 0) continue;
      const running = runLane(context, own, leased, items.length === AT_ONCE)
        .catch(reportAway)
        .finally(() => lanes.delete(lane));
      lanes.set(lane, running);
    }
  }

  async function keepLooking(): Promise<void> {
    while (!signal.aborted) {
      try {
        await look();
        if (isAway) logger.info('Job runner available again');
        isAway = false;
      } catch (err) {
        reportAway(err);
      }
      await setTimeout(LOOK_EVERY_MS, undefined, { signal }).catch(() => undefined);
    }
  }

  const looking = keepLooking();
  return {
    async stop() {
      stopping.abort();
      await looking;
      await Promise.all(lanes.values());
    },
  };
}

interface LostLeases {
  readonly kind: string;
  readonly keys: readonly number[];
}

interface RunContext extends Pick<RunnerOptions, 'pool' | 'logger'> {
  readonly signal: AbortSignal;
  readonly lost: LostLeases[];
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
    items = isMore && !context.signal.aborted ? await leaseWork(context.pool, own, AT_ONCE) : [];
    isMore = items.length === AT_ONCE;
  }
}

/** Runs items that were leased together. When that fails as a whole they are tried again after a pause that grows. */
async function runItems(
  { pool, logger, signal, lost }: RunContext,
  handler: WorkHandler,
  items: readonly WorkItem[],
): Promise<void> {
  const { kind } = handler;
  const keys = items.map(({ key }) => key);
  if (signal.aborted) return releaseWork(pool, kind, keys);
  try {
    await handler.run(items);
  } catch (err) {
    if (isConnectionLost(err)) {
      lost.push({ kind, keys });
      throw err;
    }
    logger.error({ err, kind, items: items.length }, 'work failed; it is tried again');
    for (const item of items) {
      await rescheduleWork(pool, item, { pauseMs: retryPauseMs(item.attempts), error: String(err) });
    }
  }
}
