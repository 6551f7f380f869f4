const ISO_TIME =
  /^(\d{4})-(\d{2})-(\d{2})(?:T(\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?(Z|[+-]\d{2}(?::?\d{2})?)?)?$/;

/**
 * Reads an ISO 8601 calendar date, with or without a time of day, as epoch milliseconds; null when it is none, or when
 * no such day or time exists. Without an offset it is read as UTC, not as wherever the server happens to stand.
 */
export function parseIsoTime(text: string): number | null {
  const match = ISO_TIME.exec(text);
  if (match === null) return null;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = match
    .slice(1, 7)
    .map((part) => Number(part ?? 0));
  const millisecond = Math.trunc(Number(`0.${match[7] ?? '0'}`) * 1000);
  const offset = parseOffset(match[8] ?? 'Z');
  if (offset === null || hour > 23 || minute > 59 || second > 59) return null;
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  // A day that does not exist runs over into the next month.
  if (date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) return null;
  date.setUTCHours(hour, minute - offset, second, millisecond);
  return date.getTime();
}

/** Minutes east of Greenwich. */
function parseOffset(text: string): number | null {
  if (text === 'Z') return 0;
  const hours = Number(text.slice(1, 3));
  const minutes = Number(text.slice(3).replace(':', '') || '0');
  if (hours > 23 || minutes > 59) return null;
  return (text.startsWith('-') ? -1 : 1) * (hours * 60 + minutes);
}
