import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { Now } from '../clock.js';
import { completeCommissions } from '../features/commissions/complete-commissions.js';
import { completeRewards } from '../features/commissions/complete-rewards.js';
import type { IdSource } from '../ingest/ids.js';

const AT_ONCE = 200;
const FIRST_PAUSE_MS = 10_000;
const LONGEST_PAUSE_MS = 600_000;

/** What is left out because it failed, each for a pause that doubles with every failure. */
function createPauses() {
  const paused = new Map<number, { untilMs: number; pauseMs: number }>();
  return {
    pause(id: number, nowMs: number): void {
      const before = paused.get(id);
      const pauseMs = before === undefined ? FIRST_PAUSE_MS : Math.min(before.pauseMs * 2, LONGEST_PAUSE_MS);
      paused.set(id, { untilMs: nowMs + pauseMs, pauseMs });
    },
    /** Forgets what was tried since its last pause ended, by this process or another, and did not fail here again. */
    pausedAt(nowMs: number): readonly number[] {
      for (const [id, { untilMs }] of paused) {
        if (untilMs + LONGEST_PAUSE_MS < nowMs) paused.delete(id);
      }
      return [...paused].filter(([, { untilMs }]) => untilMs > nowMs).map(([id]) => id);
    },
  };
}

/**
 * Completes missing commissions, of sales and of leads, run after run. One that cannot be completed is left out for a pause that
 * doubles with every failure, from ten seconds to ten minutes, so that a lasting fault costs little and new ones do not wait
 * for old ones. The pauses are this process's own: after a restart everything is tried at once.
 */
export function createCompletion({
  pool,
  ids,
  logger,
  now,
}: {
  readonly pool: Pool;
  readonly ids: IdSource;
  readonly logger: Logger;
  readonly now: Now;
}): (signal: AbortSignal) => Promise<{ completed: number; failed: number }> {
  const sales = createPauses();
  const leads = createPauses();

  /** Completes some; true if there may be more. */
  async function completeSales(sum: Sum): Promise<boolean> {
    const nowMs = now();
    const except = sales.pausedAt(nowMs);
    const result = await completeCommissions(pool, ids, { nowMs, limit: AT_ONCE, except });
    for (const { saleId, error } of result.failed) {
      sales.pause(saleId, nowMs);
      logger.error({ err: error, saleId }, 'could not complete a missing commission');
    }
    sum.completed += result.completed;
    sum.failed += result.failed.length;
    // None completed and none failed: others have them all.
    return result.found === AT_ONCE && result.completed > 0 && result.failed.length === 0;
  }

  async function completeLeads(sum: Sum): Promise<boolean> {
    const nowMs = now();
    const { completed, failed } = await completeRewards(pool, ids, {
      nowMs,
      except: leads.pausedAt(nowMs),
      limit: AT_ONCE,
    });
    for (const { leadId, error } of failed) {
      leads.pause(leadId, nowMs);
      logger.error({ err: error, leadId }, 'could not complete the missing reward of a lead');
    }
    sum.completed += completed;
    sum.failed += failed.length;
    return completed === AT_ONCE;
  }

  return async (signal) => {
    const sum: Sum = { completed: 0, failed: 0 };
    for (let isMore = true; isMore && !signal.aborted; ) isMore = await completeSales(sum);
    for (let isMore = true; isMore && !signal.aborted; ) isMore = await completeLeads(sum);
    return sum;
  };
}

interface Sum {
  completed: number;
  failed: number;
}
