import { describe, expect, test } from 'vitest';
import { amountToType } from '../src/format/money.js';
import {
  changeOf,
  formatBasisPoints,
  formatChange,
  parsePercent,
  percentToType,
} from '../src/format/number.js';
import { readPeriod } from '../src/format/period.js';
import { daysBetween, formatDay, formatRelative } from '../src/format/time.js';

describe('numbers', () => {
  test('a change is relative to the previous value, and none where that was zero', () => {
    expect(changeOf(150, 100)).toBe(0.5);
    expect(changeOf(50, -100)).toBe(1.5);
    expect(changeOf(5, 0)).toBeNull();
    expect(formatChange(0.124, 'en-US')).toBe('+12%');
    expect(formatChange(-0.038, 'en-US')).toBe('-3.8%');
  });

  test('percentages are basis points, typed and shown without floats', () => {
    expect(parsePercent('20.5')).toBe(2050);
    expect(parsePercent('20,05 %')).toBe(2005);
    expect(parsePercent('100')).toBe(10_000);
    for (const text of ['100.01', '-1', '', '1.234', 'x']) expect(parsePercent(text), text).toBeNull();
    expect(formatBasisPoints(2050, 'en-US')).toBe('20.5%');
  });

  test('fields have amounts and percentages in the style of the language, where that is understood', () => {
    expect(percentToType(2050, 'de')).toBe('20,5');
    expect(percentToType(2000, 'de')).toBe('20');
    expect(percentToType(2050, 'en-US')).toBe('20.5');
    expect(percentToType(2050, 'ar-EG')).toBe('20.5');
    expect(amountToType(123_450, 'EUR', 'de')).toBe('1234,50');
    expect(amountToType(123_450, 'EUR', 'en-US')).toBe('1234.50');
    expect(amountToType(1234, 'JPY', 'de')).toBe('1234');
    // "1,234" could be two amounts in a currency of three digits.
    expect(amountToType(1234, 'KWD', 'de')).toBe('1.234');
  });
});

describe('periods', () => {
  const today = '2026-03-04';

  test('presets move along with the day, across months', () => {
    expect(readPeriod('7d', today)).toEqual({ from: '2026-02-26', to: today });
    expect(readPeriod('month', today)).toEqual({ from: '2026-03-01', to: today });
    expect(readPeriod('last-month', today)).toEqual({ from: '2026-02-01', to: '2026-02-28' });
  });

  test('days that are none, or the wrong way round, are no period', () => {
    expect(readPeriod('2026-01-01..2026-01-31')).toEqual({ from: '2026-01-01', to: '2026-01-31' });
    for (const text of [
      '2026-02-30..2026-03-01',
      '2026-02-02..2026-02-01',
      'x',
      '..',
      '2026-01-01',
      'a..b..c',
    ]) {
      expect(readPeriod(text), text).toBeNull();
    }
  });
});

describe('times', () => {
  test('a day of the totals is the same in every zone', () => {
    expect(formatDay('2026-03-04', 'en-US')).toBe('Mar 4, 2026');
    expect(daysBetween('2026-02-27', '2026-03-01')).toEqual(['2026-02-27', '2026-02-28', '2026-03-01']);
  });

  test('formats how long ago in the unit that fits', () => {
    const now = Date.parse('2026-03-04T12:00:00Z');
    expect(formatRelative('2026-03-04T11:57:00Z', now, 'en-US')).toBe('3 minutes ago');
    expect(formatRelative('2026-03-16T12:00:00Z', now, 'en-US')).toBe('in 12 days');
    expect(formatRelative('2026-03-04T11:00:01Z', now, 'en-US')).toBe('1 hour ago');
  });
});
