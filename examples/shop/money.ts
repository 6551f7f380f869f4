import { decimalOf } from '@svc/contract/currencies';

/** What the shop sells costs this much, in US cents. */
export const PRICE_CENTS = 4900;

/** An amount in the smallest unit of its currency, as people write it: 4900 USD is $49.00, 4900 JPY is 4900 JPY. */
export function formatPrice(amount: number, currency: string): string {
  const code = currency.toUpperCase();
  const decimal = decimalOf(amount, code);
  return code === 'USD' ? `$${decimal}` : `${decimal} ${code}`;
}
