import { LOCALE } from '../language/locale.js';
import { dateFormat } from './intl.js';
import type { Period } from './period.js';
import { addDays, daysBetween, formatDay, formatDayShort, formatMonth } from './time.js';

/** What one bar of a chart sums. */
export type Unit = 'day' | 'week' | 'month';

/** More bars than these in a chart of half a page are too thin to point at. */
const MOST_DAYS = 45;
const MOST_WEEKS = 27;

/** The unit that a period is shown in. */
export function unitOf({ from, to }: Period): Unit {
  const days = daysBetween(from, to).length;
  if (days <= MOST_DAYS) return 'day';
  return days <= MOST_WEEKS * 7 ? 'week' : 'month';
}

/** A period in days, weeks from Monday, or calendar months, without gaps; the first and the last may be cut short. */
export function bucketsOf(period: Period, unit: Unit): readonly Period[] {
  const buckets: Period[] = [];
  for (let from = period.from; from <= period.to; ) {
    const last = lastDayOf(from, unit);
    const to = last < period.to ? last : period.to;
    buckets.push({ from, to });
    from = addDays(to, 1);
  }
  return buckets;
}

function lastDayOf(day: string, unit: Unit): string {
  if (unit === 'day') return day;
  const date = new Date(day);
  // Sunday is 0, and ends the week.
  if (unit === 'week') return addDays(day, (7 - date.getUTCDay()) % 7);
  return addDays(
    day,
    new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate() - date.getUTCDate(),
  );
}

/** For people: "Nov 6, 2026", "Nov 2 – 8, 2026", "November 2026"; a month that is cut short by its days. */
export function formatBucket({ from, to }: Period, unit: Unit, locale = LOCALE): string {
  if (from === to) return formatDay(from, locale);
  if (unit === 'month' && from.endsWith('-01') && to === lastDayOf(from, unit)) {
    return formatMonth(from, locale);
  }
  const options = { dateStyle: 'medium', timeZone: 'UTC' } as const;
  return dateFormat(locale, options).formatRange(new Date(from), new Date(to));
}

/** The same for the axis of a chart: "Nov 6", "Nov 2026". */
export function formatBucketShort({ from }: Period, unit: Unit, locale = LOCALE): string {
  if (unit !== 'month') return formatDayShort(from, locale);
  const options = { month: 'short', year: 'numeric', timeZone: 'UTC' } as const;
  return dateFormat(locale, options).format(new Date(from));
}
