import {
  type Account,
  type Commission,
  type CommissionChange,
  canPost,
  carriedAmount,
  dueAmount,
  type Movement,
  type PartnerAdjustment,
  type PartnerAdjustmentChange,
  type PartnerAdjustmentStatus,
  type PlannedPayout,
  planCancellation,
  planPayout,
  postAdjust,
  postEarn,
  postHold,
  postMature,
  postMatureAdjustment,
  postReject,
  postRelease,
  restoreCommission,
  reverseCommission,
} from '../../src/index.js';
import { commissionOf, newIds } from '../facts-of.js';

const PARTNER = { programId: 1, partnerId: 3, currency: 'USD' } as const;
const SALE_CENTS = 10_000;

/** A payout as a test remembers it. */
export interface TestPayout {
  readonly planned: PlannedPayout;
  isCancelled: boolean;
}

/** The books of one partner in memory, written by the functions of core alone, as the server writes them. */
export class TestBooks {
  readonly commissions = new Map<number, Commission>();
  readonly adjustments = new Map<number, PartnerAdjustment>();
  readonly movements: Movement[] = [];
  readonly payouts: TestPayout[] = [];
  readonly #refunded = new Map<number, number>();
  readonly #newId = newIds();

  /** Earns a commission on a sale of 10,000. */
  earn(amountCents: number): void {
    const fields = { id: this.#newId(), saleId: this.#newId(), originalCents: amountCents, amountCents };
    this.#write(postEarn(commissionOf({ ...PARTNER, ...fields, payableAtMs: 0 }), this.#context()));
  }

  mature(commission: Commission): void {
    if (commission.status === 'pending') this.#write(postMature(commission, this.#context()));
  }

  /** Holds a free commission, and releases a held one. */
  toggleHold(commission: Commission): void {
    const { status } = commission;
    const hold = { holdKind: 'manual', holdNote: 'Odd.' } as const;
    if (status === 'held') this.#write(postRelease(commission, this.#context()));
    if (status === 'pending' || status === 'payable')
      this.#write(postHold(commission, hold, this.#context()));
  }

  /** Rejects a commission that is in no payout. */
  reject(commission: Commission): void {
    if (canPost('reject', commission.status)) this.#write(postReject(commission, 'Odd.', this.#context()));
  }

  /** Brings the total refunded of a sale to `refundedCents`; less than before means that refunds failed. */
  refundTo(commission: Commission, refundedCents: number): void {
    const before = this.#refunded.get(commission.id) ?? 0;
    const cause = { ...this.#context(), refundId: this.#newId(), refundedCents, saleCents: SALE_CENTS };
    this.#refunded.set(commission.id, refundedCents);
    this.#write(
      refundedCents > before ? reverseCommission(commission, cause) : restoreCommission(commission, cause),
    );
  }

  /** Gives a bonus, or takes a deduction below zero. */
  adjust(amountCents: number, status: 'pending' | 'payable'): void {
    const adjustment = { id: this.#newId(), ...PARTNER, amountCents, status, payableAtMs: 0, payoutId: null };
    this.#writeAdjustment(postAdjust(adjustment, this.#context()));
  }

  matureAdjustment(adjustment: PartnerAdjustment): void {
    if (adjustment.status === 'pending')
      this.#writeAdjustment(postMatureAdjustment(adjustment, this.#context()));
  }

  /** Pays what is due; null if nothing is, or less than the minimum. */
  pay(minimumCents = 0): TestPayout | null {
    const payable = this.#withStatus('payable');
    const plan = planPayout({
      ...PARTNER,
      payable,
      adjustments: [...this.adjustments.values()].filter(({ status }) => status === 'payable'),
      carriedCents: this.carriedCents(),
      minimumCents,
      ...this.#context(),
    });
    if (!plan.ok) return null;
    for (const commission of plan.payout.commissions) this.commissions.set(commission.id, commission);
    for (const adjustment of plan.payout.adjustments) this.adjustments.set(adjustment.id, adjustment);
    this.movements.push(...plan.payout.movements);
    const payout = { planned: plan.payout, isCancelled: false };
    this.payouts.push(payout);
    return payout;
  }

  cancel(payout: TestPayout): void {
    const { id, movements: posted } = payout.planned;
    const commissions = [...this.commissions.values()].filter(({ payoutId }) => payoutId === id);
    const adjustments = [...this.adjustments.values()].filter(({ payoutId }) => payoutId === id);
    const plan = planCancellation({
      payout: { ...PARTNER, id },
      commissions,
      adjustments,
      posted,
      ...this.#context(),
    });
    for (const change of plan.changes) this.#write(change);
    for (const change of plan.adjustments) this.#writeAdjustment(change);
    this.movements.push(...plan.uncarried);
    payout.isCancelled = true;
  }

  balance(account: Account): number {
    return this.movements.reduce(
      (sum, { from, to, amountCents }) =>
        sum + (to === account ? amountCents : 0) - (from === account ? amountCents : 0),
      0,
    );
  }

  /** What is left of the commissions in one of these statuses. */
  leftCents(...statuses: readonly Commission['status'][]): number {
    return statuses
      .flatMap((status) => this.#withStatus(status))
      .reduce((sum, one) => sum + one.amountCents, 0);
  }

  /** The sum of the adjustments in one of these statuses. */
  adjustedCents(...statuses: readonly PartnerAdjustmentStatus[]): number {
    return [...this.adjustments.values()]
      .filter(({ status }) => statuses.includes(status))
      .reduce((sum, one) => sum + one.amountCents, 0);
  }

  carriedCents(): bigint {
    const accountCents = BigInt(this.balance('payable'));
    return carriedAmount({ payableCents: this.#payableCents(), accountCents });
  }

  dueCents(): number {
    return Number(dueAmount(this.#payableCents(), this.carriedCents()));
  }

  #payableCents(): bigint {
    return BigInt(this.leftCents('payable') + this.adjustedCents('payable'));
  }

  #withStatus(status: Commission['status']): Commission[] {
    return [...this.commissions.values()].filter((commission) => commission.status === status);
  }

  #write({ commission, movements }: CommissionChange): void {
    this.commissions.set(commission.id, commission);
    this.movements.push(...movements);
  }

  #writeAdjustment({ adjustment, movement }: PartnerAdjustmentChange): void {
    this.adjustments.set(adjustment.id, adjustment);
    this.movements.push(movement);
  }

  #context() {
    return { atMs: 1, newId: this.#newId };
  }
}
