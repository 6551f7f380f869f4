import type { FastifyInstance, onSendHookHandler } from 'fastify';
import type { Logger } from 'pino';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Tracking } from '../tracking/index.js';
import { createRequestDurations, type Observe } from './request-durations.js';

const SLOW_MS = 1_000;

/** What /metrics tells. Made before the pipeline, which reports its batches here. */
export interface Metrics {
  readonly registry: Registry;
  /** Told the number of commands in each batch that was settled. */
  onBatch(size: number): void;
  /** Reads the length of the pipeline's queue whenever it is asked for. */
  watchQueue(tracking: Pick<Tracking, 'queued'>): void;
  /** Counts and times every answer of the routes registered after this, and logs the slow ones. */
  watchRoutes(app: FastifyInstance, logger: Logger): void;
  /** Counts an answer that belongs to no route. */
  countUnrouted(status: number): void;
}

/** Metrics in a registry of their own, so that several applications in one process do not mix. */
export function createMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const registers = [registry];
  const durationsOf = createRequestDurations(registry);
  const unrouted = new Counter({
    name: 'svc_http_unrouted_total',
    help: 'Answers to requests that no route took',
    labelNames: ['status'],
    registers,
  });
  const batchSize = new Histogram({
    name: 'svc_tracking_batch_size',
    help: 'Commands recorded in one transaction',
    buckets: [1, 2, 4, 8, 16, 32, 64, 128, 256, 512],
    registers,
  });
  return {
    registry,
    onBatch: (size) => batchSize.observe(size),
    watchQueue(tracking) {
      new Gauge({
        name: 'svc_tracking_queue_length',
        help: 'Commands waiting for a batch',
        registers,
        collect() {
          this.set(tracking.queued());
        },
      });
    },
    watchRoutes(app, logger) {
      // A hook of each route's own knows the route's name without asking the request for it.
      app.addHook('onRoute', (route) => {
        const observe = observer(durationsOf(route.url), route.url, logger);
        route.onSend = [...[route.onSend ?? []].flat(), observe];
      });
    },
    countUnrouted: (status) => unrouted.inc({ status }),
  };
}

/** When a request arrived, in epoch milliseconds; set by the first hook of every request. */
declare module 'fastify' {
  interface FastifyRequest {
    arrivedMs: number;
  }
}

/**
 * Looks at an answer just before it is sent. Waiting until it is sent (onResponse) would cost listeners on every
 * response, a twentieth of a whole click.
 */
function observer(observe: Observe, route: string, logger: Logger): onSendHookHandler {
  return (request, reply, payload, done) => {
    // The clock of the day: a tenth of the price of a better one, and a millisecond is fine enough.
    const elapsedMs = Math.max(0, Date.now() - request.arrivedMs);
    observe(reply.statusCode, elapsedMs / 1000);
    if (elapsedMs >= SLOW_MS) {
      const { method, id: reqId } = request;
      logger.warn({ reqId, method, route, status: reply.statusCode, elapsedMs }, 'slow request');
    }
    done(null, payload);
  };
}
