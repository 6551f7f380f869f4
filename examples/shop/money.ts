/** What the shop sells costs this much, in US cents. */
export const PRICE_CENTS = 4900;

/** An amount in the smallest unit of its currency, as people write it: 4900 USD is $49.00. */
export function formatMoney(amount: number, currency: string): string {
  const format = new Intl.NumberFormat('en', { style: 'currency', currency });
  return format.format(amount / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2));
}
