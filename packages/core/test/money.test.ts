import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { divideHalfAwayFromZero, MAX_AMOUNT_CENTS, percentOf, reversalTarget } from '../src/index.js';

const cents = fc.integer({ min: 0, max: MAX_AMOUNT_CENTS });
const positiveCents = fc.integer({ min: 1, max: MAX_AMOUNT_CENTS });
const basisPoints = fc.integer({ min: 0, max: 10_000 });

describe('rounding', () => {
  test('gives the nearest integer of the exact quotient, and halves away from zero', () => {
    fc.assert(
      fc.property(fc.bigInt(), fc.bigInt({ min: 1n, max: 2n ** 70n }), (numerator, denominator) => {
        const rounded = divideHalfAwayFromZero(numerator, denominator);
        const doubleError = 2n * (rounded * denominator - numerator);
        const size = doubleError < 0n ? -doubleError : doubleError;
        expect(size <= denominator).toBe(true);
        if (size === denominator) expect(doubleError > 0n).toBe(numerator > 0n);
      }),
    );
  });

  test.each([
    [5n, 10n, 1n],
    [-5n, 10n, -1n],
    [4n, 10n, 0n],
    [-4n, 10n, 0n],
    [15n, 10n, 2n],
    [-15n, 10n, -2n],
    [25n, 10n, 3n],
    [0n, 3n, 0n],
    [1n, 3n, 0n],
    [2n, 3n, 1n],
  ])('of %d / %d gives %d', (numerator, denominator, rounded) => {
    expect(divideHalfAwayFromZero(numerator, denominator)).toBe(rounded);
  });

  test('is symmetric around zero', () => {
    fc.assert(
      fc.property(fc.bigInt(), fc.bigInt({ min: 1n, max: 2n ** 70n }), (numerator, denominator) => {
        expect(divideHalfAwayFromZero(-numerator, denominator)).toBe(
          -divideHalfAwayFromZero(numerator, denominator),
        );
      }),
    );
  });

  test.each([0n, -1n])('refuses to divide by %d', (denominator) => {
    expect(() => divideHalfAwayFromZero(1n, denominator)).toThrow(RangeError);
  });
});

describe('a percentage', () => {
  test('never exceeds its base, is never negative, and grows with base and rate', () => {
    fc.assert(
      fc.property(cents, basisPoints, (base, rate) => {
        const share = percentOf(base, rate);
        expect(Number.isSafeInteger(share)).toBe(true);
        expect(share).toBeGreaterThanOrEqual(0);
        expect(share).toBeLessThanOrEqual(base);
        if (rate < 10_000) expect(percentOf(base, rate + 1)).toBeGreaterThanOrEqual(share);
        if (base < MAX_AMOUNT_CENTS) expect(percentOf(base + 1, rate)).toBeGreaterThanOrEqual(share);
      }),
    );
  });

  test('of everything is everything, and of nothing nothing', () => {
    fc.assert(
      fc.property(cents, (base) => {
        expect(percentOf(base, 10_000)).toBe(base);
        expect(percentOf(base, 0)).toBe(0);
      }),
    );
  });

  test.each([
    [333, 2000, 67],
    [12_345, 1, 1],
    [4_999, 1, 0],
    [5_000, 1, 1],
    [MAX_AMOUNT_CENTS, 3333, 3_002_099_511_605_172],
  ])('of %d at %d basis points is %d', (base, rate, share) => {
    expect(percentOf(base, rate)).toBe(share);
    expect(BigInt(share)).toBe((BigInt(base) * BigInt(rate) * 2n + 10_000n) / 20_000n);
  });
});

describe('a reversal', () => {
  const sale = positiveCents.chain((saleCents) =>
    fc.record({
      saleCents: fc.constant(saleCents),
      originalCents: positiveCents,
      refunded: fc.tuple(fc.integer({ min: 0, max: saleCents }), fc.integer({ min: 0, max: saleCents })),
    }),
  );

  test('grows with what was refunded, from nothing to the whole commission and never beyond', () => {
    fc.assert(
      fc.property(sale, ({ saleCents, originalCents, refunded }) => {
        const [less, more] = refunded.sort((a, b) => a - b) as [number, number];
        const target = reversalTarget(originalCents, less, saleCents);
        expect(reversalTarget(originalCents, 0, saleCents)).toBe(0);
        expect(reversalTarget(originalCents, saleCents, saleCents)).toBe(originalCents);
        expect(target).toBeGreaterThanOrEqual(0);
        expect(reversalTarget(originalCents, more, saleCents)).toBeGreaterThanOrEqual(target);
      }),
    );
  });
});
