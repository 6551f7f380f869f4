import { restoreCommission, reverseCommission } from '../commission/commission.js';
import type { NewId } from '../decision.js';
import type { Effect, TotalsIncrement } from '../facts.js';
import { applyHolds } from '../ledger/holds.js';
import type { CommissionChange } from '../ledger/postings.js';
import type { Commission, Refund, Sale } from '../model.js';
import { type PaymentAdjustment, totalAdjustments } from './payment.js';

interface AdjustmentInput {
  readonly sale: Sale;
  readonly commission: Commission | null;
  readonly adjustments: readonly PaymentAdjustment[];
  /** See `HoldConditions`. */
  readonly earnedHeldAtMs: number | null;
  readonly atMs: number;
  readonly newId: NewId;
}

/** A sale and its commission after the adjustments of its payment. */
export interface AdjustedSale {
  readonly sale: Sale;
  readonly commission: Commission | null;
  readonly effects: readonly Effect[];
}

/**
 * Applies all adjustments of a payment to its sale: the refunded amount, and whether the commission is held. The result
 * depends on the set of adjustments only, so any order of reports ends at the same books. Refunds that API callers
 * reported stay counted. Contract section 4.
 */
export function applyAdjustments({
  sale: before,
  commission,
  adjustments,
  earnedHeldAtMs,
  atMs,
  newId,
}: AdjustmentInput): AdjustedSale {
  const sum = totalAdjustments(adjustments, before);
  const refundedCents = refundedAmount(before, sum.refundedCents);
  const deltaCents = refundedCents - before.refundedCents;
  const effects: Effect[] = [];
  // A refund of the provider that failed no longer counts as one that a caller's refund came on top of.
  const apiBaseCents = Math.min(before.apiBaseCents, sum.refundedCents);
  const sale: Sale = deltaCents === 0 ? before : { ...before, refundedCents, apiBaseCents };
  let change: CommissionChange | null = commission && { commission, movements: [] };
  if (deltaCents !== 0) {
    const refund = refundOf(sale, deltaCents, atMs, newId);
    effects.push({ kind: 'refund', refund, sale });
    const cause = { refundId: refund.id, refundedCents, saleCents: sale.amountCents, atMs, newId };
    if (commission !== null) {
      change = deltaCents > 0 ? reverseCommission(commission, cause) : restoreCommission(commission, cause);
    }
    for (const increment of refundTotals(sale, refund, change)) effects.push({ kind: 'totals', increment });
  }
  if (change !== null)
    change = applyHolds(change, { isDisputed: sum.isDisputed, earnedHeldAtMs }, { atMs, newId });
  if (change !== null && change.commission !== commission) {
    effects.push({ kind: 'commission', commission: change.commission, isNew: false });
    for (const movement of change.movements) effects.push({ kind: 'movement', movement });
  }
  return { sale, commission: change?.commission ?? null, effects };
}

/**
 * How much of a sale was refunded, by the provider's adjustments (`reportedCents`) and by API callers. A caller's refund is
 * added to what the provider had reported before it and still reports; it is not added to later reports, which may describe
 * the same money. Never more than the sale.
 */
export function refundedAmount(
  sale: Pick<Sale, 'amountCents' | 'apiRefundedCents' | 'apiBaseCents'>,
  reportedCents: number,
): number {
  const { amountCents, apiRefundedCents, apiBaseCents } = sale;
  return Math.min(
    amountCents,
    Math.max(reportedCents, Math.min(apiBaseCents, reportedCents) + apiRefundedCents),
  );
}

/** Below zero: a refund that had been counted has failed. */
function refundOf(sale: Sale, amountCents: number, atMs: number, newId: NewId): Refund {
  return {
    id: newId(),
    programId: sale.programId,
    saleId: sale.id,
    refundKey: null,
    amountCents,
    source: 'processor',
    occurredAtMs: atMs,
  };
}

/**
 * What a refund adds to the totals: the money on the day it was returned, what it reverses on the day of the posting. A failed
 * refund is subtracted again.
 */
export function refundTotals(sale: Sale, refund: Refund, change: CommissionChange | null): TotalsIncrement[] {
  if (sale.testMode) return [];
  const { programId, partnerId } = sale;
  const key = { programId, partnerId, linkId: sale.linkId ?? 0 };
  const increments: TotalsIncrement[] = [
    { ...key, atMs: refund.occurredAtMs, currency: sale.currency, refundedCents: refund.amountCents },
  ];
  for (const { kind, currency, amountCents, occurredAtMs } of change?.movements ?? []) {
    const reversedCents = kind === 'restore' ? -amountCents : amountCents;
    increments.push({ ...key, atMs: occurredAtMs, currency, reversedCents });
  }
  return increments;
}
