import { setTimeout } from 'node:timers/promises';
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { EventNews } from './event-news.js';
import { hasUnnumberedEvents, numberEvents } from './number-events.js';

/** What others write is in the feed within a second, so it is looked for twice as often. */
const LOOK_EVERY_MS = 500;
/** Under load, what is written meanwhile is numbered together. */
const GATHER_MS = 100;
/** What so many statements wrote. On the embedded database, everything else waits for as long as numbering it takes. */
const AT_ONCE = 64;

/** Numbers all events there are, unless it is stopped in between, and says so. */
export async function numberAll(
  pool: Pool,
  news: EventNews,
  isStopped: () => boolean = () => false,
): Promise<void> {
  // A batch that is not full was the last.
  for (let isFull = await hasUnnumberedEvents(pool); isFull && !isStopped(); ) {
    const { count, heads } = await numberEvents(pool, { limit: AT_ONCE });
    if (count > 0) news.emit('numbered', heads);
    isFull = count === AT_ONCE;
  }
}

export interface NumberingJob {
  /** Starts nothing more; resolves when the pool is no longer used. */
  stop(): Promise<void>;
}

/**
 * Numbers events while the service is up: soon after this process has written some, and twice a second those of others, such as
 * a process that died before it numbered its own. Every process may do so. Errors end neither the process nor the numbering.
 */
export function startNumbering({
  pool,
  news,
  logger,
}: {
  readonly pool: Pool;
  readonly news: EventNews;
  readonly logger: Pick<Logger, 'error' | 'info'>;
}): NumberingJob {
  let isStopped = false;
  let isAway = false;
  let isWritten = false;
  let sleeping = new AbortController();

  function onWritten(): void {
    isWritten = true;
    sleeping.abort();
  }

  async function sleep(ms: number): Promise<void> {
    sleeping = new AbortController();
    if (!isStopped) await setTimeout(ms, undefined, { signal: sleeping.signal }).catch(() => undefined);
  }

  async function keepNumbering(): Promise<void> {
    while (!isStopped) {
      isWritten = false;
      const startedMs = performance.now();
      try {
        await numberAll(pool, news, () => isStopped);
        if (isAway) logger.info('events are numbered again');
        isAway = false;
      } catch (err) {
        if (!isAway) logger.error({ err }, 'events cannot be numbered; retrying');
        isAway = true;
      }
      const tookMs = performance.now() - startedMs;
      if (!isWritten || isAway) await sleep(LOOK_EVERY_MS);
      if (isWritten) await pauseBefore(tookMs);
    }
  }

  /** At most half of the time is spent on numbering, however long it takes. */
  async function pauseBefore(tookMs: number): Promise<void> {
    if (!isStopped) await setTimeout(Math.max(GATHER_MS, Math.min(tookMs, LOOK_EVERY_MS)));
  }

  news.on('written', onWritten);
  const numbering = keepNumbering();
  return {
    async stop() {
      isStopped = true;
      news.off('written', onWritten);
      sleeping.abort();
      await numbering;
    },
  };
}
