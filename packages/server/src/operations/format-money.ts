/**
 * An amount as people write it, such as `1,234.50 USD` or `500 JPY`: integer in the smallest unit of the currency in,
 * with as many digits after the point as the currency has. Exact: the point is set in the text, nothing is divided.
 */
export function formatMoney(amountCents: number | bigint, currency: string): string {
  const format = new Intl.NumberFormat('en-US', { style: 'currency', currency, currencyDisplay: 'code' });
  const digits = format.resolvedOptions().maximumFractionDigits ?? 2;
  const sign = amountCents < 0 ? '-' : '';
  const text = String(amountCents)
    .replace('-', '')
    .padStart(digits + 1, '0');
  const decimal = digits === 0 ? text : `${text.slice(0, -digits)}.${text.slice(-digits)}`;
  const number = format
    .formatToParts(`${sign}${decimal}` as `${number}`)
    .filter((part) => part.type !== 'currency' && part.type !== 'literal')
    .map((part) => part.value)
    .join('');
  return `${number} ${currency}`;
}

/** A share in hundredths of a percent as people write it: 2000 is `20 %`, 1250 is `12.5 %`. */
export function formatShare(basisPoints: number): string {
  return `${basisPoints / 100} %`;
}

/** A time as people read it, in UTC to the second. */
export function formatTime(time: Date): string {
  return `${time.toISOString().slice(0, 19).replace('T', ' ')} UTC`;
}
