import type { ImportMapping } from '@svc/contract';
import { exponentOf, isPlainText, parseCurrency, parseIsoTime } from '@svc/contract';
import { emailType } from '../../operations/value-types.js';

// What cells of files say, read exactly. Each function gives null for what it cannot read.

const MAX_CENTS = BigInt(Number.MAX_SAFE_INTEGER);
/** Older than every system that files can come from. */
const OLDEST_MS = Date.UTC(2000, 0, 1);
/** A number of seconds below is one of this century; milliseconds are above. */
const LARGEST_SECONDS = 100_000_000_000;

const DECIMAL_POINT = { point: '.', grouped: /^\d{1,3}([,']\d{3})+$/ };
const DECIMAL_COMMA = { point: ',', grouped: /^\d{1,3}([.']\d{3})+$/ };

/** An amount in whole units such as `1,234.50`, `$49` or `49.00 USD`, in the smallest unit of its currency. */
export function readAmount(text: string, currency: string, hasDecimalComma: boolean): bigint | null {
  const { point, grouped } = hasDecimalComma ? DECIMAL_COMMA : DECIMAL_POINT;
  const bare = text.replace(/[\p{Sc}\s\u00a0]|[A-Za-z]{3}$|^[A-Za-z]{3}/gu, '');
  const match = /^(-?)\(?([\d.,']+)\)?$/.exec(bare);
  const [, minus = '', digits = ''] = match ?? [];
  const [whole = '', fraction = '', ...others] = digits.split(point);
  if (others.length > 0 || !(grouped.test(whole) || /^\d+$/.test(whole)) || !/^\d*$/.test(fraction))
    return null;
  const exponent = exponentOf(currency);
  const kept = fraction.replace(/0+$/, '');
  if (kept.length > exponent) return null;
  const cents = BigInt(`${whole.replace(/\D/g, '')}${kept.padEnd(exponent, '0')}`);
  if (cents > MAX_CENTS) return null;
  return minus === '-' || bare.startsWith('(') ? -cents : cents;
}

/** An amount in the smallest unit of its currency. */
export function readCents(text: string): bigint | null {
  if (!/^-?\d{1,16}$/.test(text)) return null;
  const cents = BigInt(text);
  return cents > MAX_CENTS || cents < -MAX_CENTS ? null : cents;
}

/**
 * A time that is past, in epoch milliseconds: ISO 8601, seconds or milliseconds since 1970, or days in the order that the mapping says. UTC
 * where it names no offset.
 */
export function readTime(text: string, dates: ImportMapping['dates'], nowMs: number): number | null {
  const ms = readUnix(text) ?? readDate(text, dates ?? 'iso');
  return ms !== null && ms >= OLDEST_MS && ms <= nowMs ? ms : null;
}

function readUnix(text: string): number | null {
  if (!/^\d{10}(\.\d+)?$|^\d{13}$/.test(text)) return null;
  const value = Number(text);
  return Math.floor(value < LARGEST_SECONDS ? value * 1000 : value);
}

function readDate(text: string, dates: 'iso' | 'mdy' | 'dmy'): number | null {
  const iso = text
    .replace(/ UTC$/, 'Z')
    .replace(/^(\d{4}-\d{2}-\d{2}) (\d)/, '$1T$2')
    .replace(/ ([+-]\d{2}):?(\d{2})$/, '$1:$2');
  const ms = parseIsoTime(iso);
  if (ms !== null) return ms;
  const match = /^(\d{1,2})[/.](\d{1,2})[/.](\d{4})(?:,? (\d{1,2}):(\d{2})(?::(\d{2}))?)?$/.exec(text);
  if (match === null || dates === 'iso') return null;
  const [, a, b, year, hour = '0', minute = '0', second = '0'] = match;
  const [month, day] = dates === 'mdy' ? [a, b] : [b, a];
  const two = (part: string | undefined) => (part ?? '').padStart(2, '0');
  const written = `${year}-${two(month)}-${two(day)}T${two(hour)}:${two(minute)}:${two(second)}Z`;
  return parseIsoTime(written);
}

/** An email address in lower case. */
export function readEmail(text: string): string | null {
  return emailType.parse(text) ?? null;
}

/** A key or a transaction id. */
export function readKey(text: string): string | null {
  return text.length <= 255 && isPlainText(text) ? text : null;
}

/** A currency in upper case. */
export function readCurrency(text: string): string | null {
  return parseCurrency(text);
}
