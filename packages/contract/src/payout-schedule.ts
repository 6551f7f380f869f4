import { addDays, dayIn, momentOf } from './local-time.js';

/** On which days payout runs are prepared. `day` is 1 (Monday) to 7 of a week, and 1 to 28 of a month; a half month begins on the 1st and 15th. */
export type PayoutSchedule =
  | { readonly every: 'week'; readonly day: number }
  | { readonly every: 'half_month' }
  | { readonly every: 'month'; readonly day: number };

/** Who has made a run that nobody asked for: what audit entries and runs have in place of an address. */
export const PAYOUT_SCHEDULE = 'payout schedule';

/** Runs are prepared at this hour, by the clocks of the workspace. */
export const PAYOUT_RUN_HOUR = 8;

/** When the first run after a moment is prepared, both in epoch milliseconds. */
export function nextPayoutMs(schedule: PayoutSchedule, timeZone: string, afterMs: number): number {
  let day = addDays(dayIn(timeZone, afterMs), -1);
  for (;;) {
    day = nextPayoutDay(schedule, day);
    const atMs = momentOf(day, PAYOUT_RUN_HOUR, timeZone);
    if (atMs > afterMs) return atMs;
  }
}

/** When a run is prepared that was planned for `atMs`, once the workspace has another time zone: on the same day, by the new clocks. */
export function movedPayoutMs(
  atMs: number,
  { from, to }: { readonly from: string; readonly to: string },
): number {
  return momentOf(dayIn(from, atMs), PAYOUT_RUN_HOUR, to);
}

/** The day on which the run after that of `day` is prepared, both YYYY-MM-DD. */
export function nextPayoutDay(schedule: PayoutSchedule, day: string): string {
  let next = addDays(day, 1);
  while (!isPayoutDay(schedule, next)) next = addDays(next, 1);
  return next;
}

function isPayoutDay(schedule: PayoutSchedule, day: string): boolean {
  const dayOfMonth = Number(day.slice(8));
  switch (schedule.every) {
    case 'week':
      return new Date(day).getUTCDay() === schedule.day % 7;
    case 'half_month':
      return dayOfMonth === 1 || dayOfMonth === 15;
    case 'month':
      return dayOfMonth === schedule.day;
  }
}
