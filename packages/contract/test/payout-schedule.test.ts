import { describe, expect, test } from 'vitest';
import { dayIn, movedPayoutMs, nextPayoutMs, type PayoutSchedule } from '../src/index.js';

const next = (schedule: PayoutSchedule, timeZone: string, after: string) =>
  new Date(nextPayoutMs(schedule, timeZone, Date.parse(after))).toISOString();

const MONDAYS: PayoutSchedule = { every: 'week', day: 1 };
const HALVES: PayoutSchedule = { every: 'half_month' };

describe('the next payout run', () => {
  test.each<[PayoutSchedule, string, string, string]>([
    // The clocks went back on 25 October 2026, and go forward on 28 March 2027.
    [MONDAYS, 'Europe/Berlin', '2026-10-19T05:59:59.999Z', '2026-10-19T06:00:00.000Z'],
    [MONDAYS, 'Europe/Berlin', '2026-10-19T06:00:00Z', '2026-10-26T07:00:00.000Z'],
    [{ every: 'week', day: 7 }, 'Europe/Berlin', '2027-03-26T12:00:00Z', '2027-03-28T06:00:00.000Z'],
    [{ every: 'week', day: 4 }, 'UTC', '2026-11-26T08:00:00Z', '2026-12-03T08:00:00.000Z'],
    // It is Monday already in Auckland, and still Sunday in New York.
    [MONDAYS, 'Pacific/Auckland', '2026-11-22T18:00:00Z', '2026-11-22T19:00:00.000Z'],
    [MONDAYS, 'America/New_York', '2026-11-23T04:00:00Z', '2026-11-23T13:00:00.000Z'],
    [HALVES, 'UTC', '2026-11-26T23:00:00Z', '2026-12-01T08:00:00.000Z'],
    [HALVES, 'UTC', '2026-12-01T08:00:00Z', '2026-12-15T08:00:00.000Z'],
    [HALVES, 'Asia/Kolkata', '2026-12-15T02:29:00Z', '2026-12-15T02:30:00.000Z'],
    [HALVES, 'Asia/Kolkata', '2026-12-15T02:30:00Z', '2027-01-01T02:30:00.000Z'],
    [{ every: 'month', day: 28 }, 'Europe/Berlin', '2027-02-01T00:00:00Z', '2027-02-28T07:00:00.000Z'],
    [{ every: 'month', day: 28 }, 'Europe/Berlin', '2027-02-28T07:00:00Z', '2027-03-28T06:00:00.000Z'],
    [{ every: 'month', day: 1 }, 'America/New_York', '2026-10-15T00:00:00Z', '2026-11-01T13:00:00.000Z'],
    [{ every: 'month', day: 1 }, 'UTC', '2027-12-01T08:00:00Z', '2028-01-01T08:00:00.000Z'],
  ])('%j in %s after %s is at %s', (schedule, timeZone, after, at) => {
    expect(next(schedule, timeZone, after)).toBe(at);
  });

  test.each([
    'Europe/Berlin',
    'America/New_York',
    'Pacific/Auckland',
    'Asia/Kathmandu',
    'Australia/Lord_Howe',
    'Pacific/Niue',
    'UTC',
  ])('is at eight in %s every Monday of three years', (timeZone) => {
    const shown = new Intl.DateTimeFormat('en-GB', {
      timeZone,
      weekday: 'short',
      hour: '2-digit',
      minute: '2-digit',
    });
    const until = Date.parse('2029-01-01');
    let count = 0;
    let last = '';
    for (let atMs = Date.parse('2026-01-01'); atMs < until; ) {
      atMs = nextPayoutMs(MONDAYS, timeZone, atMs);
      const day = dayIn(timeZone, atMs);
      if (last !== '') expect(Date.parse(day) - Date.parse(last)).toBe(7 * 86_400_000);
      expect(shown.format(atMs)).toMatch(/^Mon,? 08:00$/);
      last = day;
      count += 1;
    }
    expect(count).toBeGreaterThan(155);
  });
});

test('a run keeps its day where the time zone changes, whichever way', () => {
  const moved = (at: string, from: string, to: string) =>
    new Date(movedPayoutMs(Date.parse(at), { from, to })).toISOString();
  expect(moved('2026-12-01T08:00:00Z', 'UTC', 'Europe/Berlin')).toBe('2026-12-01T07:00:00.000Z');
  expect(moved('2026-12-01T07:00:00Z', 'Europe/Berlin', 'Pacific/Honolulu')).toBe('2026-12-01T18:00:00.000Z');
  expect(moved('2026-12-01T18:00:00Z', 'Pacific/Honolulu', 'Pacific/Auckland')).toBe(
    '2026-11-30T19:00:00.000Z',
  );
});
