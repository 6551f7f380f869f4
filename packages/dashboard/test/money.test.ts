import { describe, expect, test } from 'vitest';
import { decimalOf, digitsOf, formatMoney, formatMoneyShort, parseMoney } from '../src/format/money.js';

describe('an amount of money', () => {
  test('has the digits of its currency', () => {
    expect(['USD', 'JPY', 'KWD'].map(digitsOf)).toEqual([2, 0, 3]);
    expect(decimalOf(1999, 'USD')).toBe('19.99');
    expect(decimalOf(5, 'USD')).toBe('0.05');
    expect(decimalOf(-5, 'KWD')).toBe('-0.005');
    expect(decimalOf(1999, 'JPY')).toBe('1999');
  });

  test('is written as people write it in that currency', () => {
    expect(formatMoney(199900, 'USD', 'en-US')).toBe('$1,999.00');
    expect(formatMoney(1999, 'JPY', 'en-US')).toBe('¥1,999');
    expect(formatMoney(-150, 'EUR', 'en-US')).toBe('-€1.50');
    expect(formatMoneyShort(123_400, 'USD', 'en-US')).toBe('$1.2K');
  });

  test('loses no cent where it is larger than a float can hold', () => {
    expect(formatMoney(Number.MAX_SAFE_INTEGER, 'USD', 'en-US')).toBe('$90,071,992,547,409.91');
  });

  test('is understood with either separator, and with groups', () => {
    for (const text of ['1234.5', '1,234.50', '1.234,50', '1 234,5', "1'234.50"]) {
      expect(parseMoney(text, 'USD'), text).toBe(123450);
    }
    expect(parseMoney('1,234', 'USD')).toBe(123400);
    expect(parseMoney('.5', 'USD')).toBe(50);
    expect(parseMoney('12.', 'USD')).toBe(1200);
    expect(parseMoney('1,234', 'JPY')).toBe(1234);
    expect(parseMoney('1.234', 'KWD')).toBe(1234);
    expect(parseMoney('1,234,567', 'USD')).toBe(123456700);
  });

  test('is refused where it has more digits than the currency, or is none', () => {
    for (const text of ['', 'x', '1.2345', '1,23,4', '1.5.5', '1e5', '--1', '.', '12,34.5']) {
      expect(parseMoney(text, 'USD'), text).toBeNull();
    }
    expect(parseMoney('1.5', 'JPY')).toBeNull();
    expect(parseMoney('90071992547409.92', 'USD')).toBeNull();
  });

  test('that was typed as it is written comes back', () => {
    for (const currency of ['USD', 'JPY', 'KWD']) {
      for (const amount of [0, 1, 99, 100, 123_456_789, Number.MAX_SAFE_INTEGER]) {
        expect(parseMoney(decimalOf(amount, currency), currency)).toBe(amount);
      }
    }
  });
});
