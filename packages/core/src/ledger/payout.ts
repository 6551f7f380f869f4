import type { Commission } from '../model.js';
import { MAX_AMOUNT_CENTS } from '../money.js';
import { dueAmount, isDue } from './due.js';
import {
  type CommissionChange,
  type Movement,
  type PayoutKey,
  postCarry,
  postPay,
  postUncarry,
  postUnpay,
} from './postings.js';

/** What a payout is planned from: everything of one partner in one program and currency. */
export interface PayoutInput {
  readonly programId: number;
  readonly partnerId: number;
  readonly currency: string;
  /** The payable commissions, in the order in which they are paid. */
  readonly payable: readonly Commission[];
  /** By `carriedAmount`. */
  readonly carriedCents: bigint;
  /** Less is not paid. */
  readonly minimumCents: number;
  readonly atMs: number;
  /** Gives one id for the payout, one per commission, and one for the carry. */
  readonly newId: () => number;
}

/** A payout as it is to be written: `amountCents` is what its commissions come to minus `carriedCents`. */
export interface PlannedPayout extends PayoutKey {
  readonly amountCents: number;
  readonly carriedCents: number;
  readonly commissions: readonly Commission[];
  readonly movements: readonly Movement[];
}

/** The payout, or what is due where that is not paid: 0, below 0, or below the minimum. */
export type PayoutPlan =
  | { readonly ok: true; readonly payout: PlannedPayout }
  | { readonly ok: false; readonly dueCents: bigint };

/**
 * Plans the payout of everything payable. What earlier payouts paid too much is settled first, by one `carry`; where that is
 * more than what is payable, nothing is paid, and it stays for a later payout. What they kept back too much is paid by a
 * `carry` in the other direction. Contract section 3.
 */
export function planPayout(input: PayoutInput): PayoutPlan {
  const { programId, partnerId, currency, carriedCents, minimumCents, atMs, newId } = input;
  const { commissions, dueCents } = payableWithinLimit(input.payable, carriedCents);
  if (!isDue(dueCents, minimumCents)) return { ok: false, dueCents };
  const payout: PayoutKey = { id: newId(), programId, partnerId, currency };
  const paid = commissions.map((commission) => postPay(commission, payout.id, { atMs, newId }));
  const carries = carriedCents === 0n ? [] : [postCarry(payout, Number(carriedCents), { atMs, newId })];
  return {
    ok: true,
    payout: {
      ...payout,
      amountCents: Number(dueCents),
      carriedCents: Number(carriedCents),
      commissions: paid.map(({ commission }) => commission),
      movements: [...paid.flatMap(({ movements }) => movements), ...carries],
    },
  };
}

/** The commissions one payout can pay while its amount stays a safe integer; practically always all. */
function payableWithinLimit(
  payable: readonly Commission[],
  carriedCents: bigint,
): { commissions: readonly Commission[]; dueCents: bigint } {
  let payableCents = 0n;
  let count = 0;
  for (const { amountCents } of payable) {
    if (dueAmount(payableCents + BigInt(amountCents), carriedCents) > BigInt(MAX_AMOUNT_CENTS)) break;
    payableCents += BigInt(amountCents);
    count++;
  }
  return { commissions: payable.slice(0, count), dueCents: dueAmount(payableCents, carriedCents) };
}

/** What a payout posted, as far as cancelling it needs it. */
export type PayoutMovement = Pick<Movement, 'kind' | 'commissionId' | 'amountCents' | 'from' | 'to'>;

/** What the cancellation of a payout is planned from. */
export interface CancellationInput {
  readonly payout: PayoutKey;
  /** All commissions that are in the payout, also those that were reversed meanwhile. */
  readonly commissions: readonly Commission[];
  /** What the payout posted when it was created: one `pay` per commission, and at most one `carry`. */
  readonly posted: readonly PayoutMovement[];
  readonly atMs: number;
  /** Gives one id per movement that was posted. */
  readonly newId: () => number;
}

/** The commissions of a cancelled payout, payable again, and what settled earlier payouts, owed back again. */
export interface Cancellation {
  readonly changes: readonly CommissionChange[];
  readonly uncarried: readonly Movement[];
}

/** Plans the cancellation of a payout: each movement it posted is undone by another. Contract 2, section 7.1. */
export function planCancellation(input: CancellationInput): Cancellation {
  const { payout, posted, atMs, newId } = input;
  const byId = new Map(input.commissions.map((commission) => [commission.id, commission]));
  const changes: CommissionChange[] = [];
  const uncarried: Movement[] = [];
  for (const movement of posted) {
    if (movement.kind === 'carry') {
      uncarried.push(postUncarry(payout, movement, { atMs, newId }));
      continue;
    }
    const commission = byId.get(movement.commissionId ?? 0);
    if (commission?.payoutId !== payout.id)
      throw new Error(`commission ${movement.commissionId} is not in payout ${payout.id}`);
    changes.push(postUnpay(commission, movement.amountCents, { atMs, newId }));
  }
  return { changes, uncarried };
}
