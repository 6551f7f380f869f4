import { describe, expect, test } from 'vitest';
import { bucketsOf, formatBucket, formatBucketShort, unitOf } from '../src/format/buckets.js';
import { netOf } from '../src/format/net.js';
import { addDays } from '../src/format/time.js';
import { chartData } from '../src/ui/chart-data.js';

const clicks = { key: 'clicks', label: 'Clicks', color: 'brand.6' };

/** One on every day from `from`, which is the first of `count`. */
function onEveryDay(from: string, count: number): ReadonlyMap<string, number> {
  return new Map(Array.from({ length: count }, (_, index) => [addDays(from, index), 1]));
}

describe('what a bar of a chart sums', () => {
  test('is a day for weeks, a week for half a year, and a month for longer', () => {
    expect(unitOf({ from: '2026-01-01', to: '2026-01-01' })).toBe('day');
    expect(unitOf({ from: '2026-01-01', to: '2026-01-31' })).toBe('day');
    expect(unitOf({ from: '2026-01-01', to: '2026-03-31' })).toBe('week');
    expect(unitOf({ from: '2026-01-01', to: '2026-12-31' })).toBe('month');
  });

  test('is cut short at both ends of the period, and leaves no gap', () => {
    const weeks = bucketsOf({ from: '2026-03-04', to: '2026-03-17' }, 'week');
    expect(weeks).toEqual([
      { from: '2026-03-04', to: '2026-03-08' },
      { from: '2026-03-09', to: '2026-03-15' },
      { from: '2026-03-16', to: '2026-03-17' },
    ]);
    const months = bucketsOf({ from: '2027-12-31', to: '2028-03-01' }, 'month');
    expect(months).toEqual([
      { from: '2027-12-31', to: '2027-12-31' },
      { from: '2028-01-01', to: '2028-01-31' },
      { from: '2028-02-01', to: '2028-02-29' },
      { from: '2028-03-01', to: '2028-03-01' },
    ]);
  });

  test('is named by its days, and by its month only when it is a whole one', () => {
    expect(formatBucket({ from: '2026-11-06', to: '2026-11-06' }, 'day', 'en-US')).toBe('Nov 6, 2026');
    expect(formatBucket({ from: '2026-11-01', to: '2026-11-30' }, 'month', 'en-US')).toBe('November 2026');
    const part = formatBucket({ from: '2026-11-01', to: '2026-11-20' }, 'month', 'en-US');
    expect(part.replace(/\s/gu, ' ')).toBe('Nov 1 – 20, 2026');
    expect(formatBucketShort({ from: '2026-11-01', to: '2026-11-30' }, 'month', 'en-US')).toBe('Nov 2026');
    expect(formatBucketShort({ from: '2026-11-06', to: '2026-11-08' }, 'week', 'en-US')).toBe('Nov 6');
  });
});

describe('a chart', () => {
  test('loses no day of a period of any length', () => {
    for (const length of [1, 7, 45, 46, 90, 189, 190, 365, 1_000]) {
      const period = { from: '2025-02-13', to: addDays('2025-02-13', length - 1) };
      const { rows } = chartData(period, [{ ...clicks, values: onEveryDay(period.from, length) }]);
      expect(
        rows.reduce((sum, row) => sum + Number(row.clicks), 0),
        `${length} days`,
      ).toBe(length);
      expect(rows.length, `${length} days`).toBeLessThanOrEqual(45);
    }
  });

  test('shows beside each bar the days as long before', () => {
    const period = { from: '2026-03-11', to: '2026-03-12' };
    const values = new Map([['2026-03-12', 5]]);
    const before = new Map([
      ['2026-03-08', 100],
      ['2026-03-09', 1],
      ['2026-03-10', 2],
      ['2026-03-11', 100],
    ]);
    const { unit, columns, rows } = chartData(period, [{ ...clicks, values, before }]);
    expect(unit).toBe('day');
    expect(columns.map(({ label, isBefore }) => [label, isBefore])).toEqual([
      ['Clicks', false],
      ['Clicks, previous period', true],
    ]);
    expect(rows.map((row) => columns.map(({ key }) => row[key]))).toEqual([
      [0, 1],
      [5, 2],
    ]);
  });
});

test('net is what refunds left of revenue and commission', () => {
  const row = { revenue_cents: 1_000, refunded_cents: 400, commission_cents: 200, reversed_cents: 80 };
  expect(netOf(row)).toEqual({ ...row, revenue_cents: 600, commission_cents: 120 });
});
