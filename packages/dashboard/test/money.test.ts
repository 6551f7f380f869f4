import { describe, expect, test } from 'vitest';
import { decimalOf, exponentOf, formatMoney, formatMoneyShort, parseMoney } from '../src/format/money.js';

describe('an amount of money', () => {
  test('has the digits of its currency', () => {
    expect(['USD', 'JPY', 'KWD'].map(exponentOf)).toEqual([2, 0, 3]);
    expect(decimalOf(1999, 'USD')).toBe('19.99');
    expect(decimalOf(5, 'USD')).toBe('0.05');
    expect(decimalOf(-5, 'KWD')).toBe('-0.005');
    expect(decimalOf(1999, 'JPY')).toBe('1999');
  });

  test('is written as people write it in that currency', () => {
    expect(formatMoney(199900, 'USD', 'en-US')).toBe('$1,999.00');
    expect(formatMoney(1999, 'JPY', 'en-US')).toBe('¥1,999');
    expect(formatMoney(-150, 'EUR', 'en-US')).toBe('-€1.50');
    expect(formatMoney(1_000_000, 'HUF', 'de-DE')).toBe('10.000,00\u00a0HUF');
  });

  test('is shortened for the axis of a chart', () => {
    const short = (cents: number, currency = 'USD') => formatMoneyShort(cents, currency, 'en-US');
    expect([0, 1999, 1900, 99_999, 100_000, 123_400].map((cents) => short(cents))).toEqual([
      '$0',
      '$19.99',
      '$19',
      '$999.99',
      '$1K',
      '$1.2K',
    ]);
    expect([99_994_900, 99_995_000, -123_456].map((cents) => short(cents))).toEqual([
      '$999.9K',
      '$1M',
      '-$1.2K',
    ]);
    expect(short(1_000_000, 'JPY')).toBe('¥1M');
    expect(short(1_000_000, 'KWD')).toBe('KWD\u00a01K');
  });

  test('has the same form for all amounts of an axis, with as many digits as tell them apart', () => {
    const axis = (...cents: number[]) =>
      cents.map((one) => formatMoneyShort(one, 'EUR', 'en-US', cents.at(-1)));
    expect(axis(0, 35_000, 70_000, 105_000)).toEqual(['€0', '€350', '€700', '€1,050']);
    expect(axis(0, 350_000, 1_050_000)).toEqual(['€0', '€3.5K', '€10.5K']);
    expect(axis(0, 35_000_000, 140_000_000)).toEqual(['€0', '€0.35M', '€1.4M']);
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

  test('is refused where it could be two amounts', () => {
    for (const text of ['1,234', '12,345', '-1,234']) {
      expect(parseMoney(text, 'KWD'), text).toBeNull();
      expect(parseMoney(text, 'CLF'), text).toBeNull();
    }
    // These can be only one.
    expect(parseMoney('0,500', 'KWD')).toBe(500);
    expect(parseMoney('1,23', 'KWD')).toBe(1230);
    expect(parseMoney('1234,567', 'KWD')).toBe(1_234_567);
    expect(parseMoney('1,234.567', 'KWD')).toBe(1_234_567);
    expect(parseMoney('1.234,567', 'KWD')).toBe(1_234_567);
    expect(parseMoney('1,234,567', 'KWD')).toBe(1_234_567_000);
    expect(parseMoney('1,2345', 'CLF')).toBe(12_345);
  });

  test('that was typed as it is written comes back', () => {
    for (const currency of ['USD', 'JPY', 'KWD']) {
      for (const amount of [0, 1, 99, 100, 123_456_789, Number.MAX_SAFE_INTEGER]) {
        expect(parseMoney(decimalOf(amount, currency), currency)).toBe(amount);
      }
    }
  });
});
