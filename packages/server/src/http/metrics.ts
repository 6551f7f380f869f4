import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Tracking } from '../tracking/index.js';

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
  const requestSeconds = new Histogram({
    name: 'svc_http_request_duration_seconds',
    help: 'Requests by route and status, and how long their answers took',
    labelNames: ['route', 'status'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers,
  });
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
        const observe = observer(requestSeconds, route.url, logger);
        route.onResponse = [observe, ...[route.onResponse ?? []].flat()];
      });
    },
    countUnrouted: (status) => unrouted.inc({ status }),
  };
}

function observer(requestSeconds: Histogram<'route' | 'status'>, route: string, logger: Logger) {
  return (request: FastifyRequest, reply: FastifyReply, done: () => void): void => {
    const elapsedMs = reply.elapsedTime;
    requestSeconds.observe({ route, status: reply.statusCode }, elapsedMs / 1000);
    if (elapsedMs >= SLOW_MS) {
      const { method, id: reqId } = request;
      logger.warn(
        { reqId, method, route, status: reply.statusCode, elapsedMs: Math.round(elapsedMs) },
        'slow request',
      );
    }
    done();
  };
}
