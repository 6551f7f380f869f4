import { LOCALE } from '../language/locale.js';
import { numberFormat } from './intl.js';

/** A count, with the separators of the viewer's language. */
export function formatCount(value: number, locale = LOCALE): string {
  return numberFormat(locale).format(value);
}

/** Up to which value thousands are written in full on the axis of a chart. */
export const MOST_IN_FULL = 10_000;

/** A count, shortened for the axis of a chart whose largest value is `most`, so that all there get the same form: "12.5K". */
export function formatCountShort(value: number, most = value, locale = LOCALE): string {
  if (Math.abs(most) < MOST_IN_FULL) return formatCount(value, locale);
  return numberFormat(locale, { notation: 'compact', maximumFractionDigits: 2 }).format(value);
}

/** A share of one: 0.0423 is "4.2%". */
export function formatShare(share: number, locale = LOCALE): string {
  return numberFormat(locale, { style: 'percent', maximumFractionDigits: 1 }).format(share);
}

/** How many for each, to one digit: "1.9". */
export function formatRatio(ratio: number, locale = LOCALE): string {
  return numberFormat(locale, { maximumFractionDigits: 1 }).format(ratio);
}

/** Basis points: 2050 is "20.5%". */
export function formatBasisPoints(basisPoints: number, locale = LOCALE): string {
  return numberFormat(locale, { style: 'percent', maximumFractionDigits: 2 }).format(basisPoints / 10_000);
}

/** What a locale writes between whole numbers and fractions. */
export function decimalMark(locale = LOCALE): string {
  const parts = numberFormat(locale).formatToParts(0.5);
  return parts.find(({ type }) => type === 'decimal')?.value ?? '.';
}

/** Basis points as a field has them to be changed: 2050 is "20.5". */
export function percentToType(basisPoints: number, locale = LOCALE): string {
  const decimal = String(basisPoints / 100);
  const local = decimal.replace('.', decimalMark(locale));
  return parsePercent(local) === basisPoints ? local : decimal;
}

/** What is typed as a percentage, in basis points: "20.5" is 2050; null when it is none between 0 and 100. */
export function parsePercent(text: string): number | null {
  const found = /^(\d{1,3})(?:[.,](\d{1,2}))?\s*%?$/.exec(text.trim());
  if (!found) return null;
  const basisPoints = Number(found[1]) * 100 + Number((found[2] ?? '').padEnd(2, '0'));
  return basisPoints <= 10_000 ? basisPoints : null;
}

/** How much more than before, as a share; null where before there was nothing to compare with. */
export function changeOf(now: number, before: number): number | null {
  return before === 0 ? null : (now - before) / Math.abs(before);
}

/** A change with its sign: 0.124 is "+12%". */
export function formatChange(change: number, locale = LOCALE): string {
  const options = { style: 'percent', signDisplay: 'exceptZero' } as const;
  const digits = Math.abs(change) < 0.1 ? 1 : 0;
  return numberFormat(locale, { ...options, maximumFractionDigits: digits }).format(change);
}
