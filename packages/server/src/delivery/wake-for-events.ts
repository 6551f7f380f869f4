import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { EventHeads, EventNews } from '../events/event-news.js';
import { queueDeliveries } from '../features/webhooks/delivery-work.js';

export interface WakeOptions {
  readonly pool: Pool;
  readonly news: EventNews;
  /** Looks for due work at once. */
  readonly wake: () => void;
  readonly logger: Pick<Logger, 'warn'>;
}

/**
 * Makes the webhooks of a workspace due as soon as this process has numbered events of it, with one statement at a time. What is
 * missed here, a job finds a few seconds later.
 */
export function wakeForEvents({ pool, news, wake, logger }: WakeOptions): { stop(): Promise<void> } {
  const waiting = new Set<number>();
  let queueing: Promise<void> | null = null;

  async function queueAll(): Promise<void> {
    while (waiting.size > 0) {
      const workspaceIds = [...waiting];
      waiting.clear();
      try {
        if (await queueDeliveries(pool, { workspaceIds })) wake();
      } catch (err) {
        logger.warn({ err }, 'webhooks could not be told of new events; they hear of them in a few seconds');
      }
    }
    queueing = null;
  }

  function onNumbered(heads: EventHeads): void {
    for (const workspaceId of heads.keys()) waiting.add(workspaceId);
    queueing ??= queueAll();
  }

  news.on('numbered', onNumbered);
  news.on('queued', wake);
  return {
    async stop() {
      news.off('numbered', onNumbered);
      news.off('queued', wake);
      waiting.clear();
      await queueing;
    },
  };
}
