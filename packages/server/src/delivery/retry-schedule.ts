const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

/** How long after each failed attempt the next one follows; after the last of them a delivery has failed. Contract 2, section 9. */
export const RETRY_PAUSES_MS: readonly number[] = [
  5 * SECOND_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  5 * HOUR_MS,
  10 * HOUR_MS,
  14 * HOUR_MS,
  20 * HOUR_MS,
  24 * HOUR_MS,
];

/** Up to this part longer, so that what failed together is not tried again together. */
const JITTER = 0.1;

/**
 * The pause before the next attempt, after `attempts` failed ones, in milliseconds; null: there is none. `random` is from 0 to 1.
 */
export function retryInMs(attempts: number, pausesMs: readonly number[], random: number): number | null {
  const pauseMs = pausesMs[attempts - 1];
  return pauseMs === undefined ? null : Math.round(pauseMs * (1 + JITTER * random));
}
