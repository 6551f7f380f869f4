import { texts } from '../texts/payable-parts.js';
import { formatMoney } from './money.js';

/** What of a payable balance came from where, in a currency. */
interface PayablePart {
  readonly currency: string;
  readonly commissions_cents: number;
  readonly adjustments_cents: number;
  readonly carried_cents: number;
}

/**
 * What the payable balance in a currency consists of: "$94.50 from commissions, -$29.70 for refunds after a payout". null: commissions
 * alone, which the lists of commissions add up to.
 */
export function payablePartsText(parts: readonly PayablePart[] | undefined, currency: string): string | null {
  const part = parts?.find((one) => one.currency === currency);
  if (part === undefined || (part.adjustments_cents === 0 && part.carried_cents === 0)) return null;
  const amount = (cents: number) => ({ amount: formatMoney(cents, currency) });
  return [
    part.commissions_cents === 0 ? null : texts.commissions(amount(part.commissions_cents)),
    part.adjustments_cents === 0 ? null : texts.adjustments(amount(part.adjustments_cents)),
    part.carried_cents === 0 ? null : texts.carried(amount(part.carried_cents)),
  ]
    .filter((text) => text !== null)
    .join(', ');
}
