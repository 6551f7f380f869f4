import type { Measurement } from './measure.js';

/** What one process is meant to reach on either engine; null: nothing was promised. */
const LOWEST_RATIO: Readonly<Record<Measurement['workload'], number | null>> = {
  click: 0.75,
  lead: null,
  sale: 0.25,
  mixed: 0.55,
};
const HIGHEST_CLICK_P99_MS = 20;

export interface Target {
  readonly text: string;
  readonly isMet: boolean;
}

/** The targets of a measurement, each with whether it is met. */
export function targetsOf({ workload, ratio, service }: Measurement): Target[] {
  const targets: Target[] = [];
  const lowest = LOWEST_RATIO[workload];
  if (lowest !== null) targets.push({ text: `ratio ≥ ${lowest.toFixed(2)}`, isMet: ratio >= lowest });
  if (workload === 'click') {
    targets.push({ text: `p99 < ${HIGHEST_CLICK_P99_MS} ms`, isMet: service.p99Ms < HIGHEST_CLICK_P99_MS });
  }
  return targets;
}
