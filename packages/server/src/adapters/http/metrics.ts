import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Tracking } from '../../ingest/index.js';
import { createRequestDurations, type Observe } from './request-durations.js';

/** The values of /metrics. Created before the pipeline, which reports its batches here. */
export interface Metrics {
  readonly registry: Registry;
  /** Called with the number of commands in each answered batch. */
  onBatch(size: number): void;
  /** Reads the length of the pipeline's queue whenever it is asked for. */
  watchQueue(tracking: Pick<Tracking, 'queued'>): void;
  /** Counts and times the answers of one route. */
  durationsOf(route: string): Observe;
  /** Counts an answer that belongs to no route. */
  countUnrouted(status: number): void;
}

/** Metrics in a registry of their own, so that several applications in one process do not mix. */
export function createMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const registers = [registry];
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
    durationsOf: createRequestDurations(registry),
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
    countUnrouted: (status) => unrouted.inc({ status }),
  };
}
