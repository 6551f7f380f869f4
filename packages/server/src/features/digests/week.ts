import { addDays, dayIn, momentOf } from '@svc/contract';
import type { Days } from '../reports/days.js';

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
