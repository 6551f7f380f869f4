import { describe, expect, test } from 'vitest';
import { latestWeek } from '../../src/features/digests/week.js';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/** The latest week at a time, and when the next one is due. */
function at(timeZone: string, time: string) {
  const { week, nextMs } = latestWeek(timeZone, Date.parse(time));
  return { ...week, due: new Date(week.dueMs).toISOString(), next: new Date(nextMs).toISOString() };
}

describe('the week that a team is told of', () => {
  test.each([
    // The clocks went back on 25 October 2026, and go forward on 28 March 2027.
    ['Europe/Berlin', '2026-10-19', '2026-10-19T06:00:00.000Z'],
    ['Europe/Berlin', '2026-10-26', '2026-10-26T07:00:00.000Z'],
    ['Europe/Berlin', '2027-03-22', '2027-03-22T07:00:00.000Z'],
    ['Europe/Berlin', '2027-03-29', '2027-03-29T06:00:00.000Z'],
    ['America/New_York', '2026-11-02', '2026-11-02T13:00:00.000Z'],
    ['America/New_York', '2026-10-26', '2026-10-26T12:00:00.000Z'],
    ['Asia/Kolkata', '2026-11-23', '2026-11-23T02:30:00.000Z'],
    ['UTC', '2026-11-23', '2026-11-23T08:00:00.000Z'],
    ['Pacific/Niue', '2026-11-23', '2026-11-23T19:00:00.000Z'],
    // Eight o'clock is on Sunday in UTC: people are told when Sunday is over there.
    ['Pacific/Auckland', '2026-09-21', '2026-09-21T00:05:00.000Z'],
    ['Pacific/Auckland', '2026-09-28', '2026-09-28T00:05:00.000Z'],
    ['Pacific/Kiritimati', '2026-11-23', '2026-11-23T00:05:00.000Z'],
    ['Asia/Tokyo', '2026-11-23', '2026-11-23T00:05:00.000Z'],
    ['Asia/Singapore', '2026-11-23', '2026-11-23T00:05:00.000Z'],
    ['Asia/Bangkok', '2026-11-23', '2026-11-23T01:00:00.000Z'],
  ])('ends before %s has Monday %s at eight, and not a moment earlier', (timeZone, monday, due) => {
    const dayBefore = (days: number) =>
      new Date(Date.parse(monday) - days * DAY_MS).toISOString().slice(0, 10);
    const told = at(timeZone, due);
    expect(told).toMatchObject({ from: dayBefore(7), to: dayBefore(1), due });
    const earlier = at(timeZone, new Date(Date.parse(due) - 1).toISOString());
    expect(earlier).toMatchObject({ from: dayBefore(14), to: dayBefore(8), next: due });
    // Whatever comes next is a week later by the clocks there.
    expect(at(timeZone, told.next)).toMatchObject({ from: monday, due: told.next });
  });

  test.each(['Europe/Berlin', 'Pacific/Auckland', 'America/St_Johns'])(
    'follows the one before without a gap in %s through a year',
    (timeZone) => {
      let { week, nextMs } = latestWeek(timeZone, Date.parse('2026-01-05'));
      for (let count = 0; count < 53; count++) {
        expect(latestWeek(timeZone, nextMs - MINUTE_MS)).toEqual({ week, nextMs });
        const next = latestWeek(timeZone, nextMs);
        expect([next.week.dueMs, Date.parse(next.week.from)]).toEqual([nextMs, Date.parse(week.to) + DAY_MS]);
        ({ week, nextMs } = next);
      }
    },
  );
});
