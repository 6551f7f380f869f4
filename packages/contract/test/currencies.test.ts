import { describe, expect, test } from 'vitest';
import { CURRENCIES, parseCurrency } from '../src/index.js';

/** Withdrawn codes that some versions of Node still name, and codes without a smallest unit. */
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

describe('currencies', () => {
  test('every currency that this version of Node knows and that can be paid in is known', () => {
    const missing = Intl.supportedValuesOf('currency').filter(
      (code) => !CURRENCIES.has(code) && !NOT_PAID_IN.has(code),
    );
    expect(missing).toEqual([]);
  });

  test('every code is three upper case letters', () => {
    expect([...CURRENCIES].filter((code) => !/^[A-Z]{3}$/.test(code))).toEqual([]);
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
