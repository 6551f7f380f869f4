import { decimalOf, exponentOf, parseMoney } from '@svc/contract/currencies';
import { LOCALE } from '../language/locale.js';
import { numberFormat } from './intl.js';
import { decimalMark, MOST_IN_FULL } from './number.js';

// How many digits a currency has comes from the table that the service writes files and statements by, never from
// `Intl`, which knows other digits and differs from browser to browser. From `Intl` comes how a number looks: symbol,
// separators, order. What it wrote is compared with the amount, and where it is another one we write it ourselves.

export { decimalOf, exponentOf, parseMoney };

/** An amount in smallest units as people write it in that currency. */
export function formatMoney(amountCents: number, currency: string, locale = LOCALE): string {
  return writeMoney(decimalOf(amountCents, currency), currency, locale);
}

/**
 * An amount as a field has it to be changed: no symbol and no groups, and the decimal mark of the locale where what is written with it
 * is read as the same amount.
 */
export function amountToType(amountCents: number, currency: string, locale = LOCALE): string {
  const decimal = decimalOf(amountCents, currency);
  const local = decimal.replace('.', decimalMark(locale));
  return parseMoney(local, currency) === amountCents ? local : decimal;
}

/** From which amount on which suffix is written: what rounds to a thousand of one is one of the next. */
const SHORT_FORMS = [
  { suffix: 'T', from: 999_950_000_000, unit: 1e12 },
  { suffix: 'B', from: 999_950_000, unit: 1e9 },
  { suffix: 'M', from: 999_950, unit: 1e6 },
  { suffix: 'K', from: 1000, unit: 1000 },
] as const;

/**
 * As `formatMoney`, shortened for the axis of a chart: "$1.2K". With the most on the axis (`mostCents`) all of its amounts get the same form, and as
 * many digits as tell them apart: "€0, €350, €700, €1,050".
 */
export function formatMoneyShort(
  amountCents: number,
  currency: string,
  locale = LOCALE,
  mostCents?: number,
): string {
  const decimal = decimalOf(Math.round(amountCents), currency);
  const value = Number(decimal);
  const isOnAxis = mostCents !== undefined;
  const most = Math.abs(isOnAxis ? Number(decimalOf(Math.round(mostCents), currency)) : value);
  const isInFull = value === 0 || (isOnAxis && most < MOST_IN_FULL);
  const form = isInFull ? undefined : SHORT_FORMS.find(({ from }) => most >= from);
  if (form === undefined) {
    return writeMoney(Number.isInteger(value) ? String(value) : decimal, currency, locale);
  }
  const short = (value / form.unit).toFixed(isOnAxis ? 2 : 1).replace(/\.?0+$/, '');
  return writeMoney(short, currency, locale, form.suffix);
}

/** A plain decimal number with the symbol and separators of a locale, and a suffix behind its last digit. */
function writeMoney(decimal: string, currency: string, locale: string | undefined, suffix = ''): string {
  const parts = partsOf(decimal, currency, locale);
  if (parts === null || !isSameNumber(parts, decimal)) return writePlain(decimal, currency, suffix);
  const last = parts.findLastIndex(({ type }) => type === 'integer' || type === 'fraction');
  return parts.map(({ value }, index) => (index === last ? `${value}${suffix}` : value)).join('');
}

/** Without `Intl`: "-1,234.50 USD". */
function writePlain(decimal: string, currency: string, suffix: string): string {
  const [whole = '', fraction] = decimal.split('.');
  const grouped = whole.replaceAll(/\B(?=(\d{3})+$)/g, ',');
  return `${grouped}${fraction === undefined ? '' : `.${fraction}`}${suffix} ${currency}`;
}

/** What `Intl` makes of it; null where it cannot. */
function partsOf(
  decimal: string,
  currency: string,
  locale: string | undefined,
): Intl.NumberFormatPart[] | null {
  const digits = fractionOf(decimal).length;
  try {
    const format = formatOf(currency, digits, locale);
    // As text, because a number would lose digits where it is large.
    return format.formatToParts(decimal as Intl.StringNumericLiteral);
  } catch {
    return null;
  }
}

function formatOf(currency: string, digits: number, locale: string | undefined): Intl.NumberFormat {
  return numberFormat(locale, {
    style: 'currency',
    currency,
    numberingSystem: 'latn',
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
}

function fractionOf(decimal: string): string {
  return decimal.split('.')[1] ?? '';
}

/** What may stand between groups of digits, and before the fraction, besides a space. */
const GROUP_MARK = /^[.,'’٬\s]$/;
const DECIMAL_MARK = /^[.,٫]$/;

/** Whether what `Intl` wrote reads as this number, and as no other. */
function isSameNumber(parts: readonly Intl.NumberFormatPart[], decimal: string): boolean {
  const valuesOf = (...types: Intl.NumberFormatPartTypes[]) =>
    parts.filter(({ type }) => types.includes(type)).map(({ value }) => value);
  const marks = valuesOf('decimal');
  const groups = valuesOf('group');
  const others = parts.filter(({ type }) => !['integer', 'fraction', 'decimal', 'group'].includes(type));
  const [whole = '', fraction = ''] = decimal.replace('-', '').split('.');
  return (
    valuesOf('integer').join('') === whole &&
    valuesOf('fraction').join('') === fraction &&
    valuesOf('minusSign').length === (decimal.startsWith('-') ? 1 : 0) &&
    marks.length === (fraction === '' ? 0 : 1) &&
    marks.every((mark) => DECIMAL_MARK.test(mark) && !groups.includes(mark)) &&
    groups.every((mark) => GROUP_MARK.test(mark)) &&
    others.every(({ value }) => !/\d/.test(value))
  );
}
