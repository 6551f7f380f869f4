import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { completeCommissions } from '../features/commissions/complete-commissions.js';
import type { IdSource } from '../ingest/ids.js';

const AT_ONCE = 200;
const FIRST_PAUSE_MS = 10_000;
const LONGEST_PAUSE_MS = 600_000;

/**
 * Completes missing commissions, run after run. A sale that cannot be completed is left out for a pause that doubles
 * with every failure, from ten seconds to ten minutes, so that a lasting fault costs little and new sales do not wait
 * for old ones. The pauses are this process's own: after a restart everything is tried at once.
 */
export function createCompletion({
  pool,
  ids,
  logger,
}: {
  readonly pool: Pool;
  readonly ids: IdSource;
  readonly logger: Logger;
}): (signal: AbortSignal) => Promise<{ completed: number; failed: number }> {
  const paused = new Map<number, { untilMs: number; pauseMs: number }>();

  function pause(saleId: number, nowMs: number): void {
    const before = paused.get(saleId);
    const pauseMs = before === undefined ? FIRST_PAUSE_MS : Math.min(before.pauseMs * 2, LONGEST_PAUSE_MS);
    paused.set(saleId, { untilMs: nowMs + pauseMs, pauseMs });
  }

  /** A sale whose last pause ended long ago was tried since, by this process or another, and did not fail here again. */
  function forgetCompleted(nowMs: number): void {
    for (const [saleId, { untilMs }] of paused) {
      if (untilMs + LONGEST_PAUSE_MS < nowMs) paused.delete(saleId);
    }
  }

  return async (signal) => {
    let completed = 0;
    let failed = 0;
    for (let isMore = true; isMore && !signal.aborted; ) {
      const nowMs = Date.now();
      forgetCompleted(nowMs);
      const except = [...paused].filter(([, { untilMs }]) => untilMs > nowMs).map(([saleId]) => saleId);
      const result = await completeCommissions(pool, ids, { nowMs, limit: AT_ONCE, except });
      for (const { saleId, error } of result.failed) {
        pause(saleId, nowMs);
        logger.error({ err: error, saleId }, 'could not complete a missing commission');
      }
      completed += result.completed;
      failed += result.failed.length;
      // None completed and none failed: others have them all.
      isMore = result.found === AT_ONCE && result.completed > 0 && result.failed.length === 0;
    }
    return { completed, failed };
  };
}
