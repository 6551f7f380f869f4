import { LOCALE } from '../language/locale.js';
import type { Program } from '../session/session.js';
import { texts } from '../texts/payout-schedules.js';
import { dateFormat } from './intl.js';

type Schedule = Program['payout_schedule'];

/** A Monday. */
const MONDAY_MS = Date.UTC(2024, 0, 1);
const DAY_MS = 86_400_000;

/** The name of a day of the week, 1 (Monday) to 7. */
export function formatWeekday(day: number, locale = LOCALE): string {
  const date = new Date(MONDAY_MS + (day - 1) * DAY_MS);
  return dateFormat(locale, { weekday: 'long', timeZone: 'UTC' }).format(date);
}

/** On which days payout runs are prepared: "Every Monday". */
export function formatSchedule(schedule: Schedule): string {
  switch (schedule?.every) {
    case undefined:
      return texts.byHand;
    case 'week':
      return texts.everyWeek({ weekday: formatWeekday(schedule.day) });
    case 'half_month':
      return texts.everyHalfMonth;
    case 'month':
      return texts.everyMonth({ day: schedule.day });
  }
}

/** When a payout run is prepared, by the clocks of the workspace: "Tuesday, December 1, 8:00 AM". */
export function formatPayoutTime(iso: string, timeZone: string, locale = LOCALE): string {
  return dateFormat(locale, {
    weekday: 'long',
    month: 'long',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZone,
  }).format(new Date(iso));
}
