const DAY_MS = 86_400_000;

/** The day, as YYYY-MM-DD, that is so many days after another one. */
export function addDays(day: string, count: number): string {
  return new Date(Date.parse(day) + count * DAY_MS).toISOString().slice(0, 10);
}

/** The day, as YYYY-MM-DD, that the clocks of a zone show at a moment, given in epoch milliseconds. */
export function dayIn(timeZone: string, timeMs: number): string {
  return new Date(timeMs + offsetAt(timeZone, timeMs)).toISOString().slice(0, 10);
}

/**
 * When the clocks of a zone show a full hour of a day, in epoch milliseconds. The first guess may be on the other side of a change of the
 * clocks.
 */
export function momentOf(day: string, hour: number, timeZone: string): number {
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
