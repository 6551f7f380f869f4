import {
  type Account,
  type Commission,
  type CommissionChange,
  carriedAmount,
  dueAmount,
  type Movement,
  type PlannedPayout,
  planCancellation,
  planPayout,
  postEarn,
  postHold,
  postMature,
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

  /** Brings the total refunded of a sale to `refundedCents`; less than before means that refunds failed. */
  refundTo(commission: Commission, refundedCents: number): void {
    const before = this.#refunded.get(commission.id) ?? 0;
    const cause = { ...this.#context(), refundId: this.#newId(), refundedCents, saleCents: SALE_CENTS };
    this.#refunded.set(commission.id, refundedCents);
    this.#write(
      refundedCents > before ? reverseCommission(commission, cause) : restoreCommission(commission, cause),
    );
  }

  /** Pays what is due; null if nothing is, or less than the minimum. */
  pay(minimumCents = 0): TestPayout | null {
    const payable = this.#withStatus('payable');
    const plan = planPayout({
      ...PARTNER,
      payable,
      carriedCents: this.carriedCents(),
      minimumCents,
      ...this.#context(),
    });
    if (!plan.ok) return null;
    for (const commission of plan.payout.commissions) this.commissions.set(commission.id, commission);
    this.movements.push(...plan.payout.movements);
    const payout = { planned: plan.payout, isCancelled: false };
    this.payouts.push(payout);
    return payout;
  }

  cancel(payout: TestPayout): void {
    const { id, movements: posted } = payout.planned;
    const commissions = [...this.commissions.values()].filter(({ payoutId }) => payoutId === id);
    const plan = planCancellation({ payout: { ...PARTNER, id }, commissions, posted, ...this.#context() });
    for (const change of plan.changes) this.#write(change);
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

  carriedCents(): bigint {
    const accountCents = BigInt(this.balance('payable'));
    return carriedAmount({ payableCents: BigInt(this.leftCents('payable')), accountCents });
  }

  dueCents(): number {
    return Number(dueAmount(BigInt(this.leftCents('payable')), this.carriedCents()));
  }

  #withStatus(status: Commission['status']): Commission[] {
    return [...this.commissions.values()].filter((commission) => commission.status === status);
  }

  #write({ commission, movements }: CommissionChange): void {
    this.commissions.set(commission.id, commission);
    this.movements.push(...movements);
  }

  #context() {
    return { atMs: 1, newId: this.#newId };
  }
}
