import { MAX_AMOUNT_CENTS } from '../money.js';

/** Money of a partner in one program and currency, read at one moment, in the smallest unit of the currency. */
export interface PartnerFunds {
  /** What is left of the commissions that are payable, and the partner adjustments that are. */
  readonly payableCents: bigint;
  /** The balance of the ledger account `payable`. */
  readonly accountCents: bigint;
}

/**
 * What payouts paid for commissions that were reversed after it, and no later payout has settled. Below zero: what payouts
 * settled of that and is owed after all, because the payout it goes back to was cancelled or the refund failed.
 */
export function carriedAmount({ payableCents, accountCents }: PartnerFunds): bigint {
  return payableCents - accountCents;
}

/**
 * What is due: payable commissions and partner adjustments minus what is carried. This is the balance of the account `payable`, and what the next
 * payout pays. `payableCents` is separate from the funds that `carriedCents` was computed from, because commissions can
 * mature between reading the two; what is carried changes with payouts and refunds of paid commissions only.
 */
export function dueAmount(payableCents: bigint, carriedCents: bigint): bigint {
  return payableCents - carriedCents;
}

/** Whether one payout can settle what is carried: a movement is of a safe integer. */
export function canCarry(carriedCents: bigint): boolean {
  const cents = carriedCents < 0n ? -carriedCents : carriedCents;
  return cents <= BigInt(MAX_AMOUNT_CENTS);
}

/** Whether an amount due is paid: it is above zero and reaches the minimum payout. */
export function isDue(dueCents: bigint, minimumCents: number): boolean {
  return dueCents > 0n && dueCents >= BigInt(minimumCents);
}
