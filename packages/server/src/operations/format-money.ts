interface CurrencyFormat {
  readonly format: Intl.NumberFormat;
  readonly digits: number;
}

const formats = new Map<string, CurrencyFormat>();

/** Making one takes a hundred times as long as using it; there are as many as there are currencies. */
function formatOf(currency: string): CurrencyFormat {
  const known = formats.get(currency);
  if (known !== undefined) return known;
  const ofCurrency = new Intl.NumberFormat('en-US', { style: 'currency', currency }).resolvedOptions();
  const digits = ofCurrency.maximumFractionDigits ?? 2;
  const format = new Intl.NumberFormat('en-US', {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
  formats.set(currency, { format, digits });
  return { format, digits };
}

/**
 * An amount as people write it, such as `1,234.50 USD` or `500 JPY`: integer in the smallest unit of the currency in,
 * with as many digits after the point as the currency has. Exact: the point is set in the text, nothing is divided.
 */
export function formatMoney(amountCents: number | bigint, currency: string): string {
  const { format, digits } = formatOf(currency);
  return `${format.format(pointed(amountCents, digits) as `${number}`)} ${currency}`;
}

/** An amount as machines write it, such as `1234.50` in USD or `500` in JPY. */
export function decimalOf(amountCents: number | bigint, currency: string): string {
  return pointed(amountCents, formatOf(currency).digits);
}

function pointed(amountCents: number | bigint, digits: number): string {
  const sign = amountCents < 0 ? '-' : '';
  const text = String(amountCents)
    .replace('-', '')
    .padStart(digits + 1, '0');
  return digits === 0 ? `${sign}${text}` : `${sign}${text.slice(0, -digits)}.${text.slice(-digits)}`;
}

/** A share in hundredths of a percent as people write it: 2000 is `20 %`, 1250 is `12.5 %`. */
export function formatShare(basisPoints: number): string {
  return `${basisPoints / 100} %`;
}

/** A time as people read it, in UTC to the second. */
export function formatTime(time: Date): string {
  return `${time.toISOString().slice(0, 19).replace('T', ' ')} UTC`;
}
