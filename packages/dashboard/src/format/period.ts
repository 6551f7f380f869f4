import { texts } from '../texts/format.js';
import { serverNow } from './clock.js';
import { addDays, dayOf, formatDay, formatMonth, formatMonthShort } from './time.js';

/** Days to look at, both included: YYYY-MM-DD in UTC, as the service counts its totals. */
export interface Period {
  readonly from: string;
  readonly to: string;
}

/** Periods that move along with the day, by the name they have in an address. */
export const PRESETS = texts.presets;
export type Preset = keyof typeof PRESETS;

/** What stands in the address: a preset, or `from..to`. */
export type PeriodText = Preset | `${string}..${string}`;

const DAY = /^\d{4}-\d{2}-\d{2}$/;

function isDay(text: string | undefined): text is string {
  return (
    text !== undefined &&
    DAY.test(text) &&
    !Number.isNaN(Date.parse(text)) &&
    dayOf(Date.parse(text)) === text
  );
}

/** The days that a text in an address means today; null when it means none. */
export function readPeriod(text: string, today = dayOf(serverNow())): Period | null {
  const monthStart = `${today.slice(0, 7)}-01`;
  switch (text) {
    case 'today':
      return { from: today, to: today };
    case '7d':
    case '30d':
    case '90d':
      return { from: addDays(today, 1 - Number.parseInt(text, 10)), to: today };
    case '12m': {
      const start = new Date(monthStart);
      return { from: dayOf(start.setUTCMonth(start.getUTCMonth() - 11)), to: today };
    }
    case 'month':
      return { from: monthStart, to: today };
    case 'last-month': {
      const to = addDays(monthStart, -1);
      return { from: `${to.slice(0, 7)}-01`, to };
    }
  }
  const [from, to, ...rest] = text.split('..');
  return rest.length === 0 && isDay(from) && isDay(to) && from <= to ? { from, to } : null;
}

/** A period for people: "Feb 1, 2026 – Feb 28, 2026". */
export function formatPeriod({ from, to }: Period): string {
  return from === to ? formatDay(from) : `${formatDay(from)} – ${formatDay(to)}`;
}

const EARLIER_MONTHS = 12;

/** A whole month, as a period with its names: "October 2026" and "Oct 2026". */
interface Month {
  readonly value: PeriodText;
  readonly label: string;
  readonly short: string;
}

/** The twelve months before this one, the latest first. */
export function earlierMonths(today = dayOf(serverNow())): Month[] {
  const months: Month[] = [];
  let end = today;
  for (let count = 0; count < EARLIER_MONTHS; count++) {
    end = addDays(`${end.slice(0, 7)}-01`, -1);
    const start = `${end.slice(0, 7)}-01`;
    months.push({ value: `${start}..${end}`, label: formatMonth(start), short: formatMonthShort(start) });
  }
  return months;
}
