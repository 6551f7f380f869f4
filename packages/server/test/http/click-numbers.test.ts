import { expect, test } from 'vitest';
import { newClickNumber } from '../../src/ingest/click-numbers.js';

test('click numbers are whole, from 1 to 2^53-1, use all 53 bits, and do not repeat', () => {
  const numbers = Array.from({ length: 20_000 }, newClickNumber);
  expect(numbers.every((number) => Number.isSafeInteger(number) && number >= 1)).toBe(true);
  expect(new Set(numbers).size).toBe(numbers.length);
  for (let bit = 0n; bit < 53n; bit++) {
    const set = numbers.filter((number) => ((BigInt(number) >> bit) & 1n) === 1n).length;
    // Half of 20,000, give or take ten standard deviations.
    expect(Math.abs(set - 10_000), `bit ${bit}`).toBeLessThan(710);
  }
});
