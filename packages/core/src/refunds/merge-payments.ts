import type { NewId } from '../decision.js';
import type { AdjustmentChange, Effect, Facts } from '../facts.js';
import type { KnownPayments } from './look-up-payments.js';
import { inWorkspace, mergeAdjustments, type Payment, type PaymentAdjustment } from './payment.js';

interface MergeInput {
  readonly facts: Facts;
  readonly workspaceId: number;
  readonly known: KnownPayments;
  /** What is reported now. */
  readonly adjustments: readonly PaymentAdjustment[];
  /** The sale behind the payments, where it is known. */
  readonly saleId: number | null;
  readonly atMs: number;
  readonly newId: NewId;
}

/** The effects of merging, and all adjustments of the payment that remains. */
export interface MergedPayment {
  readonly effects: readonly Effect[];
  readonly adjustments: readonly PaymentAdjustment[];
}

/**
 * Merges all payments that were found to be the same into one, adds the reported adjustments, and ties it to its sale if
 * that is known. A payment that would say nothing is not stored: a single reference without adjustment, or the references
 * of a sale, which the sale itself keeps.
 */
export function mergePayments({
  facts,
  workspaceId,
  known,
  adjustments: reported,
  saleId,
  atMs,
  newId,
}: MergeInput): MergedPayment {
  const byKey = new Map<string, PaymentAdjustment>();
  for (const { id } of known.payments)
    for (const adjustment of facts.adjustments.get(id)?.values() ?? []) byKey.set(adjustment.key, adjustment);
  const changed = changedAdjustments(byKey, reported);
  for (const { adjustment } of changed) byKey.set(adjustment.key, adjustment);
  const adjustments = [...byKey.values()];
  const before = known.payments.find((payment) => payment.saleId !== null) ?? known.payments[0];
  const isWorthKeeping = adjustments.length > 0 || (saleId === null && known.references.length > 1);
  if (before === undefined && !isWorthKeeping) return { effects: [], adjustments };
  const payment: Payment =
    before === undefined
      ? { id: newId(), workspaceId, saleId, createdAtMs: atMs }
      : { ...before, saleId: saleId ?? before.saleId };
  const mergedIds = known.payments.filter(({ id }) => id !== payment.id).map(({ id }) => id);
  const references =
    payment.saleId === null
      ? known.references.filter(
          (reference) => !facts.paymentByReference.has(inWorkspace(workspaceId, reference)),
        )
      : [];
  const isChanged =
    before?.saleId !== payment.saleId || mergedIds.length > 0 || references.length > 0 || changed.length > 0;
  if (before !== undefined && !isChanged) return { effects: [], adjustments };
  const isNew = before === undefined;
  return {
    effects: [{ kind: 'payment', payment, isNew, mergedIds, references, adjustments: changed }],
    adjustments,
  };
}

function changedAdjustments(
  known: ReadonlyMap<string, PaymentAdjustment>,
  reported: readonly PaymentAdjustment[],
) {
  const changed = new Map<string, AdjustmentChange>();
  for (const report of reported) {
    const before = changed.get(report.key)?.adjustment ?? known.get(report.key);
    const adjustment = before === undefined ? report : mergeAdjustments(before, report);
    if (adjustment !== before) changed.set(report.key, { adjustment, before: known.get(report.key) ?? null });
  }
  return [...changed.values()];
}
