import { decimalOf } from './currencies.js';
import type { Language } from './people.js';

/**
 * An amount as people write it, such as `1,234.50 USD` or `500 JPY`: an integer in the smallest unit of the currency in,
 * with the digits of the table of currencies out; `1.234,50 USD` in German. Exact, and the same on every machine: it is set in text,
 * without `Intl`.
 */
export function formatMoney(
  amountCents: number | bigint,
  currency: string,
  language: Language = 'en',
): string {
  const [group, point] = language === 'de' ? ['.', ','] : [',', '.'];
  const [whole = '', fraction] = decimalOf(amountCents, currency).split('.');
  const grouped = whole.replaceAll(/\B(?=(\d{3})+$)/g, group);
  return `${grouped}${fraction === undefined ? '' : `${point}${fraction}`} ${currency}`;
}

/** A share in hundredths of a percent as people write it: 2000 is `20 %`, 1250 is `12.5 %`. */
export function formatShare(basisPoints: number): string {
  return `${basisPoints / 100} %`;
}

/** A time as people read it, in UTC to the second. */
export function formatTime(time: Date): string {
  return `${time.toISOString().slice(0, 19).replace('T', ' ')} UTC`;
}
