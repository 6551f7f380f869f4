import type { Duration } from './types.js';

const UNITS_MS = { days: 86_400_000, hours: 3_600_000, minutes: 60_000, seconds: 1_000 } as const;

/** A time in epoch milliseconds. Throws a TypeError when it is none. */
export function readTime(given: Date | number | string, name: string): number {
  const ms = new Date(given).getTime();
  if (Number.isNaN(ms)) throw new TypeError(`${name} is no time: ${String(given)}`);
  return ms;
}

function readCount(duration: Duration, unit: keyof Duration): number {
  const count = duration[unit] ?? 0;
  const isUsable = Number.isFinite(count) && count >= 0 && (unit !== 'months' || Number.isInteger(count));
  if (!isUsable)
    throw new TypeError(`${unit} must be ${unit === 'months' ? 'a whole number' : 'a number'}, 0 or more`);
  return count;
}

/** The time that is later by a duration, in epoch milliseconds. Throws a TypeError on a duration that is none. */
export function later(fromMs: number, duration: Duration): number {
  for (const unit of Object.keys(duration)) {
    if (unit !== 'months' && !Object.hasOwn(UNITS_MS, unit))
      throw new TypeError(`${unit} is no unit of time: use months, days, hours, minutes and seconds`);
  }
  const from = new Date(fromMs);
  const month = from.getUTCMonth() + readCount(duration, 'months');
  const lastDay = new Date(Date.UTC(from.getUTCFullYear(), month + 1, 0)).getUTCDate();
  const day = Math.min(from.getUTCDate(), lastDay);
  const ofDay = fromMs - Date.UTC(from.getUTCFullYear(), from.getUTCMonth(), from.getUTCDate());
  let ms = Date.UTC(from.getUTCFullYear(), month, day) + ofDay;
  for (const unit of Object.keys(UNITS_MS) as (keyof typeof UNITS_MS)[]) {
    ms += readCount(duration, unit) * UNITS_MS[unit];
  }
  return Math.round(ms);
}
