/**
 * `months` calendar months after `fromMs` (UTC), at the same time of day; a day the month does not have becomes its
 * last (31 January + 1 month is 28 or 29 February).
 */
export function addMonths(fromMs: number, months: number): number {
  const from = new Date(fromMs);
  const lastDay = new Date(Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + months + 1, 0)).getUTCDate();
  const day = Math.min(from.getUTCDate(), lastDay);
  const timeOfDayMs = fromMs - Date.UTC(from.getUTCFullYear(), from.getUTCMonth(), from.getUTCDate());
  return Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + months, day) + timeOfDayMs;
}
