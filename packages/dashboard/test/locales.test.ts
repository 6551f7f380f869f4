import { CURRENCIES } from '@svc/contract/currencies';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { expectedDecimal, expectedExponent } from '../../contract/test/iso-4217.js';
import { LYING_FORMATS } from './lying-intl.js';

/** With every way to separate, group and order that there is: what browsers offer is one of these or like them. */
const LOCALES = [
  ...[
    'en-US',
    'en-GB',
    'en-IN',
    'en-ZA',
    'de-DE',
    'de-AT',
    'de-CH',
    'fr-FR',
    'fr-CH',
    'es-ES',
    'es-MX',
    'it-IT',
  ],
  ...[
    'pt-BR',
    'pt-PT',
    'nl-NL',
    'da-DK',
    'sv-SE',
    'nb-NO',
    'fi-FI',
    'is-IS',
    'pl-PL',
    'cs-CZ',
    'hu-HU',
    'bg-BG',
  ],
  ...[
    'ro-RO',
    'el-GR',
    'tr-TR',
    'ru-RU',
    'uk-UA',
    'lv-LV',
    'he-IL',
    'ar-EG',
    'ar-MA',
    'fa-IR',
    'hi-IN',
    'bn-BD',
  ],
  ...[
    'ne-NP',
    'my-MM',
    'th-TH',
    'vi-VN',
    'id-ID',
    'ja-JP',
    'ko-KR',
    'zh-CN',
    'zh-TW',
    'sw-KE',
    'eo',
    'ks-IN',
  ],
];

const AMOUNTS = [0, 5, 1050, -50, 1_000_000, -123_456_789, Number.MAX_SAFE_INTEGER];

/** The formatting of the dashboard, as a browser with this `Intl` loads it. */
async function loadMoney(format: typeof Intl.NumberFormat = Intl.NumberFormat) {
  vi.resetModules();
  vi.stubGlobal('Intl', { ...pick(Intl), NumberFormat: format });
  return import('../src/format/money.js');
}

/** `Intl` has no enumerable members. */
function pick(intl: typeof Intl): Record<string, unknown> {
  return Object.fromEntries(
    Object.getOwnPropertyNames(intl).map((name) => [name, intl[name as keyof typeof Intl]]),
  );
}

afterEach(() => {
  vi.unstubAllGlobals();
});

/** The part of a text that is a number: its digits, and what stands between them. */
function numberIn(text: string): string {
  return /\d(.*\d)?/.exec(text)?.[0] ?? '';
}

/** What people read in a text with an amount: the last mark divides the fraction off, as long as the currency has one. */
function readAmount(text: string, currency: string): string {
  const exponent = expectedExponent(currency);
  const shown = numberIn(text);
  const digits = shown.replaceAll(/\D/g, '');
  const sign = /[-−]/.test(text) ? '-' : '';
  if (exponent === 0)
    return /^\d{1,3}(\D?\d{2,3})*$/.test(shown) ? `${sign}${digits}` : `unreadable: ${text}`;
  const isMarked = new RegExp(`\\d[.,٫]\\d{${exponent}}$`).test(shown);
  return isMarked ? `${sign}${digits.slice(0, -exponent)}.${digits.slice(-exponent)}` : `unreadable: ${text}`;
}

describe('with the Intl of this machine', () => {
  test.each(LOCALES)(
    'every amount of every currency is what files and statements show, in %s',
    async (locale) => {
      const { formatMoney } = await loadMoney();
      const wrong = [...CURRENCIES].flatMap((currency) =>
        AMOUNTS.filter(
          (cents) =>
            readAmount(formatMoney(cents, currency, locale), currency) !== expectedDecimal(cents, currency),
        ).map((cents) => formatMoney(cents, currency, locale)),
      );
      expect(wrong).toEqual([]);
    },
  );

  test.each(LOCALES)(
    'what is shown in %s can be typed in, and is never taken for another amount',
    async (locale) => {
      const { amountToType, formatMoney, parseMoney } = await loadMoney();
      for (const currency of CURRENCIES) {
        for (const cents of AMOUNTS.filter((amount) => amount >= 0)) {
          expect(parseMoney(amountToType(cents, currency, locale), currency)).toBe(cents);
          const shown = numberIn(formatMoney(cents, currency, locale));
          // "1,234" in a currency of three digits could be two amounts, and is refused.
          const isAmbiguous = expectedExponent(currency) === 3 && /^[1-9]\d{0,2},\d{3}$/.test(shown);
          // Groups of two, and Arabic marks, are shown and not understood: the field says so.
          const isUnusual = /\d,\d\d,|[٫٬]/.test(shown);
          const expected = isAmbiguous || isUnusual ? null : cents;
          expect(parseMoney(shown, currency), `${shown} ${currency}`).toBe(expected);
        }
      }
    },
  );
});

describe.each(Object.entries(LYING_FORMATS))('with an Intl that %s', (_what, format) => {
  test('amounts are shown, typed and shortened by the table', async () => {
    const { decimalOf, formatMoney, formatMoneyShort, parseMoney } = await loadMoney(format);
    for (const currency of CURRENCIES) {
      for (const cents of AMOUNTS) {
        const expected = expectedDecimal(cents, currency);
        for (const locale of ['en-US', 'de-DE', 'fr-FR', 'ar-EG', undefined]) {
          const shown = formatMoney(cents, currency, locale);
          expect(readAmount(shown, currency), shown).toBe(expected);
        }
        expect(decimalOf(cents, currency)).toBe(expected);
        expect(parseMoney(expected, currency)).toBe(cents);
      }
    }
    expect(formatMoneyShort(123_400, 'USD', 'en-US')).toMatch(/1\.2K/);
    expect(formatMoneyShort(1_000_000, 'HUF', 'en-US')).toMatch(/\b10K/);
  });
});
