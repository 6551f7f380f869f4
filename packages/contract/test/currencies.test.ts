import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { CURRENCIES, decimalOf, exponentOf, formatMoney, parseCurrency } from '../src/index.js';
import { expectedExponent, ISO_4217_EXCEPTIONS, PROCESSOR_EXCEPTIONS } from './iso-4217.js';

/** Obsolete codes that some versions of Node still name, and codes without a smallest unit. */
const NOT_PAID_IN = new Set([
  'CUC',
  'HRK',
  'RUR',
  'SLL',
  'STD',
  'VEF',
  'XSU',
  'XDR',
  'XXX',
  'ZWL',
  'LTL',
  'EEK',
]);

/** What the processor's own page lists (processor.md 1.5), in upper case. */
const PROCESSOR = {
  zeroDecimal: 'BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF',
  threeDecimal: 'BHD JOD KWD OMR TND',
  twoDecimalsAlthoughWhole: 'ISK UGX HUF TWD',
};

describe('currencies', () => {
  test('every currency that this version of Node knows and that can be paid in is known', () => {
    const missing = Intl.supportedValuesOf('currency').filter(
      (code) => !CURRENCIES.has(code) && !NOT_PAID_IN.has(code),
    );
    expect(missing).toEqual([]);
  });

  test('every code is three upper case letters, and there are as many as in ISO 4217 that have a minor unit', () => {
    expect([...CURRENCIES].filter((code) => !/^[A-Z]{3}$/.test(code))).toEqual([]);
    expect(CURRENCIES.size).toBe(167);
  });

  test.each([
    ['usd', 'USD'],
    ['Eur', 'EUR'],
    ['JPY', 'JPY'],
  ])('%s means %s', (text, code) => {
    expect(parseCurrency(text)).toBe(code);
  });

  test.each(['', 'US', 'USDT', 'XYZ', 'XXX', ' USD', 'US$', 'ßD', 'ﬀ', 'ＵＳＤ', '840'])(
    '%j is none',
    (text) => {
      expect(parseCurrency(text)).toBeNull();
    },
  );
});

describe('the exponent of a currency', () => {
  test('is that of ISO 4217 for every accepted currency, except where the processor has another one', () => {
    const expected = Object.fromEntries([...CURRENCIES].map((code) => [code, expectedExponent(code)]));
    expect(Object.fromEntries([...CURRENCIES].map((code) => [code, exponentOf(code)]))).toEqual(expected);
  });

  test('differs from ISO 4217 in exactly the currencies named for the processor', () => {
    const different = [...CURRENCIES].filter((code) => exponentOf(code) !== (ISO_4217_EXCEPTIONS[code] ?? 2));
    expect(different.sort()).toEqual(Object.keys(PROCESSOR_EXCEPTIONS).sort());
    expect(Object.keys(ISO_4217_EXCEPTIONS).filter((code) => !CURRENCIES.has(code))).toEqual([]);
  });

  test('is the processor’s for all currencies that its page lists', () => {
    const exponents = (codes: string) => [...new Set(codes.split(' ').map(exponentOf))];
    expect(exponents(PROCESSOR.zeroDecimal)).toEqual([0]);
    expect(exponents(PROCESSOR.threeDecimal)).toEqual([3]);
    expect(exponents(PROCESSOR.twoDecimalsAlthoughWhole)).toEqual([2]);
  });

  test('is written in the guide as it is', () => {
    const guide = readFileSync(new URL('../../../docs/amounts.md', import.meta.url), 'utf8');
    const row = (exponent: number) =>
      new RegExp(`^\\| ${exponent} +\\| ([A-Z, ]+?) +\\|`, 'm').exec(guide)?.[1];
    for (const exponent of [0, 3, 4]) {
      const codes = [...CURRENCIES].filter((code) => exponentOf(code) === exponent);
      expect(row(exponent)).toBe(codes.join(', '));
    }
    const exceptions = [...guide.matchAll(/^\| ([A-Z]{3}) +\| (\d) +\| (\d) +\|/gm)].map(
      ([, code = '', iso, here]) => [code, Number(iso), Number(here)],
    );
    expect(exceptions).toEqual(
      Object.entries(PROCESSOR_EXCEPTIONS).map(([code, here]) => [
        code,
        ISO_4217_EXCEPTIONS[code] ?? 2,
        here,
      ]),
    );
  });

  test('of an obsolete currency, which only the processor still names, is two', () => {
    expect(['STD', 'HRK', 'SLL'].map(exponentOf)).toEqual([2, 2, 2]);
  });
});

describe('an amount as a decimal number', () => {
  test.each([
    [1_000_000, 'HUF', '10000.00'],
    [10_000, 'JPY', '10000'],
    [10_000, 'KWD', '10.000'],
    [500, 'ISK', '5.00'],
    [500, 'MGA', '500'],
    [5, 'CLF', '0.0005'],
    [-5, 'USD', '-0.05'],
    [0, 'TND', '0.000'],
    [Number.MAX_SAFE_INTEGER, 'UYW', '900719925474.0991'],
    [-123_456_789_012_345_678_901n, 'IDR', '-1234567890123456789.01'],
  ] as const)('%s in the smallest unit of %s is %s', (amountCents, currency, decimal) => {
    expect(decimalOf(amountCents, currency)).toBe(decimal);
  });
});

describe('an amount as people write it', () => {
  test.each([
    [123_456_789, 'USD', '1,234,567.89 USD', '1.234.567,89 USD'],
    [-500, 'JPY', '-500 JPY', '-500 JPY'],
    [1_000, 'JPY', '1,000 JPY', '1.000 JPY'],
    [5, 'KWD', '0.005 KWD', '0,005 KWD'],
  ] as const)('%s in the smallest unit of %s is %s, and in German %s', (cents, currency, english, german) => {
    expect([formatMoney(cents, currency), formatMoney(cents, currency, 'de')]).toEqual([english, german]);
  });
});
