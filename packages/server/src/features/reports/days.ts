import { RefusedError } from '../../operations/refused-error.js';

/** A period, both days included, as YYYY-MM-DD in UTC. */
export interface Days {
  readonly from: string;
  readonly to: string;
}

const DAY_MS = 86_400_000;
const DEFAULT_DAYS = 30;

/** The days asked for: the last 30 where nothing is said. */
export function readDays(query: { readonly from?: unknown; readonly to?: unknown }, nowMs: number): Days {
  const to = query.to === undefined ? isoDay(nowMs) : readDay(query.to);
  if (to === null) throw new RefusedError('to_invalid');
  const from =
    query.from === undefined ? isoDay(Date.parse(to) - (DEFAULT_DAYS - 1) * DAY_MS) : readDay(query.from);
  if (from === null || from > to) throw new RefusedError('from_invalid');
  return { from, to };
}

/** Days that narrow a list down, where they are given. */
export function readPeriod(query: { readonly from?: unknown; readonly to?: unknown }): {
  readonly from: string | null;
  readonly to: string | null;
} {
  const from = query.from === undefined ? null : readDay(query.from);
  const to = query.to === undefined ? null : readDay(query.to);
  if (query.to !== undefined && to === null) throw new RefusedError('to_invalid');
  if (query.from !== undefined && (from === null || (to !== null && from > to))) {
    throw new RefusedError('from_invalid');
  }
  return { from, to };
}

function isoDay(timeMs: number): string {
  return new Date(timeMs).toISOString().slice(0, 10);
}

/** A day of the calendar as it was written, or null: 31 February is none, and nothing happened before 1970. */
function readDay(given: unknown): string | null {
  if (typeof given !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(given)) return null;
  const timeMs = Date.parse(given);
  return timeMs >= 0 && isoDay(timeMs) === given ? given : null;
}
