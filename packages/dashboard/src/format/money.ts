import { LOCALE } from './locale.js';

/** How many digits a currency has after the point: 2 for USD, 0 for JPY, 3 for KWD. */
export function digitsOf(currency: string): number {
  try {
    const { maximumFractionDigits } = formatFor(currency, LOCALE).resolvedOptions();
    return maximumFractionDigits ?? 2;
  } catch {
    return 2;
  }
}

const formats = new Map<string, Intl.NumberFormat>();

function formatFor(currency: string, locale: string | undefined): Intl.NumberFormat {
  const key = `${locale} ${currency}`;
  const known = formats.get(key);
  if (known) return known;
  const format = new Intl.NumberFormat(locale, { style: 'currency', currency });
  formats.set(key, format);
  return format;
}

/** An amount in smallest units as its plain decimal: (1999, 'USD') is "19.99", (1999, 'JPY') is "1999". */
export function decimalOf(amountCents: number, currency: string): string {
  const digits = digitsOf(currency);
  const text = String(Math.abs(amountCents)).padStart(digits + 1, '0');
  const whole = text.slice(0, text.length - digits);
  const sign = amountCents < 0 ? '-' : '';
  return digits === 0 ? `${sign}${whole}` : `${sign}${whole}.${text.slice(-digits)}`;
}

/** An amount in smallest units as people write it in that currency. */
export function formatMoney(amountCents: number, currency: string, locale = LOCALE): string {
  // As text, because a number would lose cents where it is large.
  return formatFor(currency, locale).format(decimalOf(amountCents, currency) as Intl.StringNumericLiteral);
}

/** As `formatMoney`, shortened for the axis of a chart: "$1.2K". */
export function formatMoneyShort(amountCents: number, currency: string, locale = LOCALE): string {
  const value = Number(decimalOf(amountCents, currency));
  return new Intl.NumberFormat(locale, {
    style: 'currency',
    currency,
    notation: 'compact',
    maximumFractionDigits: Math.abs(value) < 1000 && !Number.isInteger(value) ? digitsOf(currency) : 1,
    minimumFractionDigits: 0,
  }).format(value);
}

/**
 * What somebody typed as an amount, in smallest units; null when it is no amount of that currency. Both "1,234.50" and
 * "1.234,50" are understood: the last separator divides the fraction off if no more digits follow than the currency
 * has, and the others have to divide groups of three.
 */
export function parseMoney(text: string, currency: string): number | null {
  const typed = text.replace(/[\s  ']/g, '');
  const digits = digitsOf(currency);
  const found = /^(-?)([\d.,]*\d)(?:[.,](\d*))?$/.exec(typed);
  if (!found || digits === 0) return whole(typed, digits);
  const last = Math.max(typed.lastIndexOf('.'), typed.lastIndexOf(','));
  const fraction = last < 0 ? '' : typed.slice(last + 1);
  const mark = typed[last] ?? '';
  const isGrouping = last < 0 || fraction.length > digits || typed.indexOf(mark) !== last;
  if (isGrouping) return whole(typed, digits);
  const before = typed.slice(0, last);
  if (before.includes(mark)) return null;
  return whole(before === '' || before === '-' ? `${before}0` : before, 0, fraction.padEnd(digits, '0'));
}

/** Digits with or without groups of three, times ten to the power of `digits`, with `fraction` behind. */
function whole(text: string, digits: number, fraction = ''): number | null {
  if (!/^-?(\d+|\d{1,3}([.,]\d{3})(\2\d{3})*|\d{1,3}(,\d{3})+|\d{1,3}(\.\d{3})+)$/.test(text)) return null;
  const value = Number(text.replace(/[.,]/g, '') + '0'.repeat(digits) + fraction);
  return Number.isSafeInteger(value) ? value : null;
}
