import { AdjustmentItem, AdjustmentReverse } from '@svc/contract';
import { defineOperation } from '../../operations/define-operation.js';
import { RefusedError } from '../../operations/refused-error.js';
import { lockPartnerBooks } from '../payouts/pay-partner.js';
import { createdEntry, storeAdjustment } from './insert-adjustment.js';
import { findAdjustment } from './load-adjustments.js';
import { selectAdjustments } from './stored-adjustments.js';

/**
 * Takes an adjustment back by another one of the opposite amount, which becomes payable when it does, or has: whatever was
 * paid or deducted already, the next payout settles. Both stay, each with its reason. Contract 2 section 12.
 */
export const reverseAdjustment = defineOperation({
  name: 'reverseAdjustment',
  route: 'POST /api/programs/:programId/adjustments/:id/reverse',
  permission: 'commission:write',
  summary: 'Reverse an adjustment by one of the opposite amount; the answer names it in `reversed_by_id`',
  input: AdjustmentReverse,
  output: AdjustmentItem,
  errors: ['adjustment_reversed', 'adjustment_is_reversal'],
  audit: 'adjustment.reverse',
  async run({ client, services, scope: { programId }, input, id, actor, nowMs }) {
    const adjustmentId = id();
    const known = await findAdjustment(client, programId, adjustmentId);
    if (known === null) throw new RefusedError('not_found');
    if (known.reverses_id !== null) throw new RefusedError('adjustment_is_reversal');
    await lockPartnerBooks(client, { programId, partnerId: known.partner_id });
    // Locked, so that it does not become payable while the reversal still counts as pending.
    const [adjustment] = await selectAdjustments(client, 'id = $1 for update', [adjustmentId]);
    const before = await findAdjustment(client, programId, adjustmentId);
    if (adjustment === undefined || before === null) throw new Error(`adjustment ${adjustmentId} is gone`);
    if (before.reversed_by_id !== null) throw new RefusedError('adjustment_reversed');
    const isPending = adjustment.status === 'pending';
    const reversal = await storeAdjustment(client, services.tracking.ids, {
      ...adjustment,
      amountCents: -adjustment.amountCents,
      status: isPending ? 'pending' : 'payable',
      payableAtMs: isPending ? adjustment.payableAtMs : nowMs,
      reason: input.reason,
      reversesId: adjustmentId,
      createdBy: actor.email,
      nowMs,
    });
    return {
      answer: { ...before, reversed_by_id: reversal.id },
      entries: [createdEntry(reversal)],
      events: [{ type: 'adjustment.created', programId, objectId: reversal.id }],
    };
  },
});
