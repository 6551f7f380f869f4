import type { RefundCommand, RefundOutcome } from '../commands.js';
import { reverseCommission } from '../commission/commission.js';
import { type Decision, type NewId, refuse } from '../decision.js';
import { type Effect, type Facts, refundKeyIndex } from '../facts.js';
import type { Commission, Refund, Sale } from '../model.js';
import { refundTotals } from './apply-adjustments.js';
import { inWorkspace } from './payment.js';

/**
 * Decides a refund of a sale: all that is left of it, or a part. A refund key that was used before, and a sale that is
 * fully refunded, change nothing. Contract sections 2 and 3.
 */
export function decideRefund(command: RefundCommand, facts: Facts, newId: NewId): Decision {
  const { programId, workspaceId } = command.caller;
  const saleId = facts.saleByReference.get(inWorkspace(workspaceId, command.transactionId));
  const sale = saleId === undefined ? undefined : facts.sales.get(saleId);
  if (sale === undefined || sale.programId !== programId) return refuse('refund_sale_not_found');
  const commission = facts.commissionBySale.get(sale.id) ?? null;
  const leftCents = sale.amountCents - sale.refundedCents;
  const isRepeat =
    command.refundKey !== null && facts.refundKeys.has(refundKeyIndex(sale.id, command.refundKey));
  if (leftCents === 0 || isRepeat)
    return { outcome: refundOutcome(sale, commission, leftCents === 0), effects: [] };
  const amountCents = command.amountCents ?? leftCents;
  if (amountCents > leftCents) return refuse('refund_too_large');
  return recordRefund(command, sale, commission, amountCents, newId);
}

function recordRefund(
  command: RefundCommand,
  before: Sale,
  commission: Commission | null,
  amountCents: number,
  newId: NewId,
): Decision {
  const sale: Sale = {
    ...before,
    refundedCents: before.refundedCents + amountCents,
    apiRefundedCents: before.apiRefundedCents + amountCents,
    apiBaseCents: before.refundedCents - before.apiRefundedCents,
  };
  const refund: Refund = {
    id: newId(),
    programId: sale.programId,
    saleId: sale.id,
    refundKey: command.refundKey,
    amountCents,
    source: command.source,
    occurredAtMs: command.occurredAtMs ?? command.atMs,
  };
  const change =
    commission &&
    reverseCommission(commission, {
      refundId: refund.id,
      refundedCents: sale.refundedCents,
      saleCents: sale.amountCents,
      atMs: command.atMs,
      newId,
    });
  const effects: Effect[] = [{ kind: 'refund', refund, sale }];
  if (change !== null && change.movements.length > 0) {
    effects.push({ kind: 'commission', commission: change.commission, isNew: false });
    for (const movement of change.movements) effects.push({ kind: 'movement', movement });
  }
  for (const increment of refundTotals(sale, refund, change)) effects.push({ kind: 'totals', increment });
  return { outcome: refundOutcome(sale, change?.commission ?? null, false), effects };
}

function refundOutcome(sale: Sale, commission: Commission | null, alreadyRefunded: boolean): RefundOutcome {
  return {
    kind: 'refund',
    transactionId: sale.transactionId,
    refundedCents: sale.refundedCents,
    alreadyRefunded,
    commission: commission && {
      id: commission.id,
      amountCents: commission.amountCents,
      status: commission.status,
    },
  };
}
