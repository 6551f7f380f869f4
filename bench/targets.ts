import type { LeastMeasurement } from './least.js';
import type { Measurement } from './measure.js';

/** What one process is meant to reach on either engine, as a share of what the least that is durable reaches; null: nothing was promised. */
const LOWEST_SHARE: Readonly<Record<Measurement['workload'], number | null>> = {
  click: 0.8,
  redirect: null,
  lead: null,
  sale: 0.35,
  coded: null,
  mixed: 0.6,
};
const HIGHEST_CLICK_P99_MS = 10;

/** A measurement's ratio to the bare server, as a share of the least's. */
export function shareOfLeast({ ratio }: Measurement, least: LeastMeasurement): number {
  return ratio / least.measurement.ratio;
}

export interface Target {
  readonly text: string;
  readonly isMet: boolean;
}

/** The targets of a measurement, each with whether it is met. */
export function targetsOf(measurement: Measurement, least: LeastMeasurement | null): Target[] {
  const { workload, service } = measurement;
  const targets: Target[] = [];
  const lowest = LOWEST_SHARE[workload];
  if (lowest !== null && least !== null) {
    const isMet = shareOfLeast(measurement, least) >= lowest;
    targets.push({ text: `of the least ≥ ${lowest.toFixed(2)}`, isMet });
  }
  if (workload === 'click') {
    targets.push({ text: `p99 < ${HIGHEST_CLICK_P99_MS} ms`, isMet: service.p99Ms < HIGHEST_CLICK_P99_MS });
  }
  return targets;
}
