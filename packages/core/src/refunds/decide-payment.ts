import type { PaymentCommand, PaymentOutcome } from '../commands.js';
import type { Decision, NewId } from '../decision.js';
import { type Effect, earnedHeldAtMs, type Facts } from '../facts.js';
import { applyAdjustments } from './apply-adjustments.js';
import { lookUpPayments } from './look-up-payments.js';
import { mergePayments } from './merge-payments.js';
import type { PaymentAdjustment } from './payment.js';

/**
 * Decides a report about a payment: references of the same payment, and adjustments. If its sale is known, the adjustments
 * are applied to it; otherwise they are stored until it is. Contract section 4.
 */
export function decidePayment(command: PaymentCommand, facts: Facts, newId: NewId): Decision {
  const { workspaceId } = command.caller;
  const { adjustments, atMs } = command;
  const keys = adjustments.map(({ key }) => key);
  const known = lookUpPayments(facts, workspaceId, [...new Set(command.references)], keys);
  const [sale, ...others] = known.sales;
  if (others.length > 0) return { outcome: unappliedPayment('conflict'), effects: [] };
  const saleId = sale?.id ?? null;
  const merged = mergePayments({ facts, workspaceId, known, adjustments, saleId, atMs, newId });
  if (sale === undefined) return { outcome: unappliedPayment('waiting'), effects: merged.effects };
  const references = known.freeReferences;
  const effects: Effect[] = [...merged.effects];
  if (references.length > 0) effects.push({ kind: 'references', workspaceId, saleId: sale.id, references });
  const commission = facts.commissionBySale.get(sale.id) ?? null;
  const adjusted = applyAdjustments({
    sale,
    commission,
    adjustments: merged.adjustments,
    earnedHeldAtMs: earnedHeldAtMs(facts, commission),
    atMs,
    newId,
  });
  const outcome: PaymentOutcome = {
    kind: 'payment',
    result: effects.length + adjusted.effects.length > 0 ? 'applied' : 'unchanged',
    transactionId: sale.transactionId,
    currency: sale.currency,
    refundedCents: adjusted.sale.refundedCents,
    changedCents: adjusted.sale.refundedCents - sale.refundedCents,
    commissionStatus: adjusted.commission?.status ?? null,
    isForeign: isForeign(merged.adjustments, keys, sale.currency),
  };
  return { outcome, effects: [...effects, ...adjusted.effects] };
}

/** Whether one of the adjustments with these keys returned money in another currency than the sale's. */
function isForeign(
  adjustments: readonly PaymentAdjustment[],
  keys: readonly string[],
  currency: string,
): boolean {
  return adjustments.some(
    (adjustment) =>
      keys.includes(adjustment.key) && adjustment.state === 'counted' && adjustment.currency !== currency,
  );
}

/** The outcome of a report that could not be applied to a sale. */
export function unappliedPayment(result: PaymentOutcome['result']): PaymentOutcome {
  return {
    kind: 'payment',
    result,
    transactionId: null,
    currency: null,
    refundedCents: 0,
    changedCents: 0,
    commissionStatus: null,
    isForeign: false,
  };
}
