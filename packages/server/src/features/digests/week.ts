import type { Days } from '../reports/load-report.js';

const DAY_MS = 86_400_000;
const WEEK_DAYS = 7;
const SENT_AT_HOUR = 8;
/** What was recorded in the last moments of a day has been committed by then. */
const SETTLED_MS = 5 * 60_000;

/** A week from Monday to Sunday, and when a team is told of it, in epoch milliseconds. */
export interface Week extends Days {
  readonly dueMs: number;
}

/** The latest week that a team in this time zone was to be told of by `nowMs`, and when it is told of the one after it. */
export function latestWeek(
  timeZone: string,
  nowMs: number,
): { readonly week: Week; readonly nextMs: number } {
  const monday = mondayOf(dayIn(timeZone, nowMs));
  const dueMs = dueOn(monday, timeZone);
  const after = addDays(monday, WEEK_DAYS);
  const before = addDays(monday, -WEEK_DAYS);
  return nowMs >= dueMs
    ? { week: { ...weekBefore(monday), dueMs }, nextMs: dueOn(after, timeZone) }
    : { week: { ...weekBefore(before), dueMs: dueOn(before, timeZone) }, nextMs: dueMs };
}

/**
 * Monday at eight by the clocks of the zone; far in the east that is before Sunday is over in UTC, whose days the totals are of, and
 * people are told when it is.
 */
function dueOn(monday: string, timeZone: string): number {
  return Math.max(momentOf(monday, SENT_AT_HOUR, timeZone), Date.parse(monday) + SETTLED_MS);
}

function weekBefore(monday: string): Days {
  return { from: addDays(monday, -WEEK_DAYS), to: addDays(monday, -1) };
}

function mondayOf(day: string): string {
  return addDays(day, -((new Date(day).getUTCDay() + 6) % WEEK_DAYS));
}

function addDays(day: string, count: number): string {
  return new Date(Date.parse(day) + count * DAY_MS).toISOString().slice(0, 10);
}

function dayIn(timeZone: string, timeMs: number): string {
  return new Date(timeMs + offsetAt(timeZone, timeMs)).toISOString().slice(0, 10);
}

/** When the clocks of a zone show an hour of a day. The first guess may be on the other side of a change of the clocks. */
function momentOf(day: string, hour: number, timeZone: string): number {
  const shownMs = Date.parse(day) + hour * 3_600_000;
  const guessMs = shownMs - offsetAt(timeZone, shownMs);
  return shownMs - offsetAt(timeZone, guessMs);
}

/** By how much the clocks of a zone are ahead of UTC at a moment, in milliseconds. */
function offsetAt(timeZone: string, timeMs: number): number {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  const parts = new Map(format.formatToParts(timeMs).map(({ type, value }) => [type, Number(value)]));
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? 0;
  const shownMs = Date.UTC(
    part('year'),
    part('month') - 1,
    part('day'),
    part('hour'),
    part('minute'),
    part('second'),
  );
  return shownMs - Math.floor(timeMs / 1000) * 1000;
}
