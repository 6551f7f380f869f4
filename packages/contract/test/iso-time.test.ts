import { describe, expect, test } from 'vitest';
import { parseIsoTime } from '../src/index.js';

describe('ISO 8601 times', () => {
  test.each([
    ['2026-01-31T23:30:00Z', '2026-01-31T23:30:00.000Z'],
    ['2026-01-31T23:30:00+02:00', '2026-01-31T21:30:00.000Z'],
    ['2026-01-31T23:30:00+0200', '2026-01-31T21:30:00.000Z'],
    ['2026-01-31T23:30:00-05', '2026-02-01T04:30:00.000Z'],
    ['2026-01-31T23:30Z', '2026-01-31T23:30:00.000Z'],
    ['2026-01-31T23:30:00.1Z', '2026-01-31T23:30:00.100Z'],
    ['2026-01-31T23:30:00,999999999Z', '2026-01-31T23:30:00.999Z'],
    ['2024-02-29', '2024-02-29T00:00:00.000Z'],
    ['0099-01-01', '0099-01-01T00:00:00.000Z'],
  ])('%s is read as %s', (text, expected) => {
    expect(new Date(parseIsoTime(text) ?? Number.NaN).toISOString()).toBe(expected);
  });

  test('a time without an offset is UTC, wherever the server stands', () => {
    const before = process.env.TZ;
    process.env.TZ = 'Asia/Tokyo';
    try {
      expect(parseIsoTime('2026-01-31T23:30:00')).toBe(Date.UTC(2026, 0, 31, 23, 30));
    } finally {
      if (before === undefined) delete process.env.TZ;
      else process.env.TZ = before;
    }
  });

  test.each([
    '',
    'now',
    '2026',
    '2026-1-1',
    '2026-02-30',
    '2025-02-29T00:00:00Z',
    '2026-13-01',
    '2026-00-10',
    '2026-01-00',
    '2026-01-01T24:00:00Z',
    '2026-01-01T23:60:00Z',
    '2026-01-01T23:59:60Z',
    '2026-01-01T00:00:00+24:00',
    '2026-01-01T00:00:00+00:60',
    '2026-01-01 00:00:00Z',
    '2026-01-01T00:00:00z',
    ' 2026-01-01',
    '2026-01-01\n',
    '+002026-01-01',
    'Thu, 01 Jan 2026 00:00:00 GMT',
    '1767225600000',
  ])('%j is none', (text) => {
    expect(parseIsoTime(text)).toBeNull();
  });
});
