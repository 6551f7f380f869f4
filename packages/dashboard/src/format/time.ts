import { LOCALE } from '../language/locale.js';
import { serverNow } from './clock.js';
import { dateFormat } from './intl.js';

const DAY_MS = 86_400_000;

/** A moment with its zone, to the second: what stands behind every shorter form. */
export function formatExact(iso: string, locale = LOCALE, timeZone?: string): string {
  return dateFormat(locale, { dateStyle: 'full', timeStyle: 'long', timeZone }).format(new Date(iso));
}

/** A moment, short: "Mar 4, 2026, 14:05". */
export function formatMoment(iso: string, locale = LOCALE, timeZone?: string): string {
  return dateFormat(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone }).format(new Date(iso));
}

/** The day of a moment in the viewer's zone. */
export function formatDate(iso: string, locale = LOCALE, timeZone?: string): string {
  return dateFormat(locale, { dateStyle: 'medium', timeZone }).format(new Date(iso));
}

/** A calendar day as the service counts them (YYYY-MM-DD, UTC), which no zone may move. */
export function formatDay(day: string, locale = LOCALE): string {
  return dateFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(day));
}

/** The month of a calendar day: "October 2026". */
export function formatMonth(day: string, locale = LOCALE): string {
  const options = { month: 'long', year: 'numeric', timeZone: 'UTC' } as const;
  return dateFormat(locale, options).format(new Date(day));
}

/** As `formatMonth`, where there is little room: "Oct 2026". */
export function formatMonthShort(day: string, locale = LOCALE): string {
  const options = { month: 'short', year: 'numeric', timeZone: 'UTC' } as const;
  return dateFormat(locale, options).format(new Date(day));
}

/** From one day of the calendar to another, without the year unless it changes: "Nov 16 – 22". */
export function formatDays(from: string, to: string, locale = LOCALE): string {
  const options = { month: 'short', day: 'numeric', timeZone: 'UTC' } as const;
  return dateFormat(locale, options).formatRange(new Date(from), new Date(to));
}

/** As `formatDay`, without the year, for the axis of a chart. */
export function formatDayShort(day: string, locale = LOCALE): string {
  const options = { month: 'short', day: 'numeric', timeZone: 'UTC' } as const;
  return dateFormat(locale, options).format(new Date(day));
}

const STEPS = [
  ['second', 60],
  ['minute', 60],
  ['hour', 24],
  ['day', 30],
  ['month', 12],
  ['year', Number.POSITIVE_INFINITY],
] as const;

/** What is known of the service's time may be behind it by this much: something recorded just now is not in the future. */
const INACCURACY_MS = 2_000;

/** How long ago, or in how long: "3 minutes ago", "in 12 days". */
export function formatRelative(iso: string, nowMs = serverNow(), locale = LOCALE): string {
  const format = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });
  const ms = Date.parse(iso) - nowMs;
  let value = (ms > 0 && ms < INACCURACY_MS ? 0 : ms) / 1000;
  for (const [unit, next] of STEPS) {
    if (Math.abs(Math.round(value)) < next) return format.format(Math.round(value), unit);
    value /= next;
  }
  return formatDate(iso, locale);
}

/** The day a moment belongs to as the service counts: YYYY-MM-DD in UTC. */
export function dayOf(timeMs: number): string {
  return new Date(timeMs).toISOString().slice(0, 10);
}

/** Another day, so many days later. */
export function addDays(day: string, count: number): string {
  return dayOf(Date.parse(day) + count * DAY_MS);
}

/** Every day from the first to the last. */
export function daysBetween(from: string, to: string): string[] {
  const count = Math.max(0, Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS) + 1);
  return Array.from({ length: count }, (_, index) => addDays(from, index));
}
