import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatClickId, isClickInWindow, parseClickId } from '../../src/index.js';
import { DAY_MS } from '../facts-of.js';

describe('a click id', () => {
  test('is read back as it was written', () => {
    const part = fc.oneof(fc.maxSafeNat(), fc.constantFrom(0, 1, Number.MAX_SAFE_INTEGER));
    fc.assert(
      fc.property(part, part, (number, clickedMs) => {
        const id = formatClickId({ number, clickedMs });
        expect(id).toMatch(/^cust_\d+_\d+$/);
        expect(parseClickId(id)).toEqual({ number, clickedMs });
      }),
    );
  });

  test('that nobody would have written is no click id', () => {
    const pieces = fc.constantFrom(
      'cust',
      '_',
      '0',
      '1',
      '9',
      '00',
      '-1',
      '+1',
      '1e3',
      ' ',
      '\n',
      '٣',
      '9007199254740992',
      'CUST',
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.array(pieces, { maxLength: 8 }).map((parts) => parts.join('')),
        ),
        (text) => {
          const key = parseClickId(text);
          if (key !== null) expect(formatClickId(key)).toBe(text);
        },
      ),
      { numRuns: 2000 },
    );
  });

  test.each([
    '',
    'cust_1',
    'cust_1_',
    'cust__1',
    'cust_1_2_3',
    'cust_01_2',
    'cust_1_02',
    'cust_-1_2',
    'cust_+1_2',
    'cust_1.0_2',
    'cust_1e3_2',
    'cust_0x1_2',
    ' cust_1_2',
    'cust_1_2 ',
    'cust_1_2\n',
    'cust_1_2\0',
    'CUST_1_2',
    'cust_١_2',
    'cust_9007199254740992_1',
    'cust_1_9007199254740992',
    'cust_99999999999999999999_1',
    "cust_1_2'; drop table clicks; --",
    `cust_${'1'.repeat(100_000)}_1`,
  ])('%j is none', (text) => {
    expect(parseClickId(text)).toBeNull();
  });
});

describe('the attribution window', () => {
  test.each([
    [0, true],
    [60 * DAY_MS, true],
    [60 * DAY_MS + 1, false],
    [-1, true],
  ])('of 60 days, %d ms after the click: %s', (ageMs, inside) => {
    expect(isClickInWindow(1_000_000_000_000, 60, 1_000_000_000_000 + ageMs)).toBe(inside);
  });
});
