import type { Commission } from '../model.js';
import { MAX_AMOUNT_CENTS } from '../money.js';
import { canCarry, dueAmount, isDue } from './due.js';
import type { PartnerAdjustment } from './partner-adjustment.js';
import {
  type CommissionChange,
  type Movement,
  type PartnerAdjustmentChange,
  type PayoutKey,
  postCarry,
  postPay,
  postPayAdjustment,
  postUncarry,
  postUnpay,
  postUnpayAdjustment,
} from './postings.js';

/** What a payout is planned from: everything of one partner in one program and currency. */
export interface PayoutInput {
  readonly programId: number;
  readonly partnerId: number;
  readonly currency: string;
  /** The payable commissions, in the order in which they are paid. */
  readonly payable: readonly Commission[];
  /** The payable partner adjustments, in the order in which bonuses are paid. */
  readonly adjustments: readonly PartnerAdjustment[];
  /** By `carriedAmount`. */
  readonly carriedCents: bigint;
  /** Less is not paid. */
  readonly minimumCents: number;
  readonly atMs: number;
  /** Gives one id for the payout, one per commission and partner adjustment, and one for the carry. */
  readonly newId: () => number;
}

/** A payout as it is to be written: `amountCents` is what its commissions and adjustments come to minus `carriedCents`. */
export interface PlannedPayout extends PayoutKey {
  readonly amountCents: number;
  readonly carriedCents: number;
  readonly commissions: readonly Commission[];
  readonly adjustments: readonly PartnerAdjustment[];
  readonly movements: readonly Movement[];
}

/** The payout, or what is due where that is not paid: 0, below 0, below the minimum, or more is carried than one payout can settle. */
export type PayoutPlan =
  | { readonly ok: true; readonly payout: PlannedPayout }
  | { readonly ok: false; readonly dueCents: bigint };

/**
 * Plans the payout of everything payable, deductions included. What earlier payouts paid too much is settled first, by one `carry`; where that is
 * more than what is payable, nothing is paid, and it stays for a later payout. What they kept back too much is paid by a
 * `carry` in the other direction. Contract section 3.
 */
export function planPayout(input: PayoutInput): PayoutPlan {
  const { programId, partnerId, currency, carriedCents, minimumCents, atMs, newId } = input;
  const { commissions, adjustments, dueCents } = payableWithinLimit(input);
  if (!isDue(dueCents, minimumCents) || !canCarry(carriedCents)) return { ok: false, dueCents };
  const payout: PayoutKey = { id: newId(), programId, partnerId, currency };
  const paid = commissions.map((commission) => postPay(commission, payout.id, { atMs, newId }));
  const settled = adjustments.map((one) => postPayAdjustment(one, payout.id, { atMs, newId }));
  const carries = carriedCents === 0n ? [] : [postCarry(payout, Number(carriedCents), { atMs, newId })];
  return {
    ok: true,
    payout: {
      ...payout,
      amountCents: Number(dueCents),
      carriedCents: Number(carriedCents),
      commissions: paid.map(({ commission }) => commission),
      adjustments: settled.map(({ adjustment }) => adjustment),
      movements: [
        ...paid.flatMap(({ movements }) => movements),
        ...settled.map(({ movement }) => movement),
        ...carries,
      ],
    },
  };
}

/** What one payout can pay while its amount stays a safe integer; practically always all. Deductions come first. */
function payableWithinLimit({
  payable,
  adjustments,
  carriedCents,
}: Pick<PayoutInput, 'payable' | 'adjustments' | 'carriedCents'>) {
  let payableCents = 0n;
  const fits = ({ amountCents }: { readonly amountCents: number }): boolean => {
    const isWithin = dueAmount(payableCents + BigInt(amountCents), carriedCents) <= BigInt(MAX_AMOUNT_CENTS);
    if (isWithin) payableCents += BigInt(amountCents);
    return isWithin;
  };
  const deductions = adjustments.filter(({ amountCents }) => amountCents < 0);
  for (const { amountCents } of deductions) payableCents += BigInt(amountCents);
  const commissions = payable.slice(0, countWhile(payable, fits));
  const bonuses = adjustments.filter(({ amountCents }) => amountCents > 0);
  const paidBonuses = commissions.length < payable.length ? [] : bonuses.slice(0, countWhile(bonuses, fits));
  return {
    commissions,
    adjustments: [...deductions, ...paidBonuses],
    dueCents: dueAmount(payableCents, carriedCents),
  };
}

function countWhile<Item>(items: readonly Item[], holds: (item: Item) => boolean): number {
  const end = items.findIndex((item) => !holds(item));
  return end === -1 ? items.length : end;
}

/** What a payout posted, as far as cancelling it needs it. */
export type PayoutMovement = Pick<
  Movement,
  'kind' | 'commissionId' | 'adjustmentId' | 'amountCents' | 'from' | 'to'
>;

/** What the cancellation of a payout is planned from. */
export interface CancellationInput {
  readonly payout: PayoutKey;
  /** All commissions that are in the payout, also those that were reversed meanwhile. */
  readonly commissions: readonly Commission[];
  /** All partner adjustments that are in the payout. */
  readonly adjustments: readonly PartnerAdjustment[];
  /** What the payout posted when it was created: a movement per commission and adjustment, and at most one `carry`. */
  readonly posted: readonly PayoutMovement[];
  readonly atMs: number;
  /** Gives one id per movement that was posted. */
  readonly newId: () => number;
}

/** What a cancelled payout had paid, payable again, and what settled earlier payouts, owed back again. */
export interface Cancellation {
  readonly changes: readonly CommissionChange[];
  readonly adjustments: readonly PartnerAdjustmentChange[];
  readonly uncarried: readonly Movement[];
}

/** Plans the cancellation of a payout: each movement it posted is undone by another. Contract 2, section 7.1. */
export function planCancellation(input: CancellationInput): Cancellation {
  const { payout, posted, atMs, newId } = input;
  const commissionOf = findIn(payout, input.commissions, 'commission');
  const adjustmentOf = findIn(payout, input.adjustments, 'adjustment');
  const changes: CommissionChange[] = [];
  const adjustments: PartnerAdjustmentChange[] = [];
  const uncarried: Movement[] = [];
  for (const movement of posted) {
    if (movement.kind === 'carry') uncarried.push(postUncarry(payout, movement, { atMs, newId }));
    else if (movement.kind === 'pay_adjustment')
      adjustments.push(postUnpayAdjustment(adjustmentOf(movement.adjustmentId), { atMs, newId }));
    else changes.push(postUnpay(commissionOf(movement.commissionId), movement.amountCents, { atMs, newId }));
  }
  return { changes, adjustments, uncarried };
}

/** Finds what a payout is said to have paid, and throws if it is not in the payout. */
function findIn<Item extends { readonly id: number; readonly payoutId: number | null }>(
  payout: PayoutKey,
  items: readonly Item[],
  what: string,
): (id: number | null) => Item {
  const byId = new Map(items.map((item) => [item.id, item]));
  return (id) => {
    const item = byId.get(id ?? 0);
    if (item?.payoutId !== payout.id) throw new Error(`${what} ${id} is not in payout ${payout.id}`);
    return item;
  };
}
