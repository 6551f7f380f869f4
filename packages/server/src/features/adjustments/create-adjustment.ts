import { AdjustmentCreate, AdjustmentItem } from '@svc/contract';
import { defineOperation } from '../../operations/define-operation.js';
import { insertAdjustment } from './insert-adjustment.js';

export const createAdjustment = defineOperation({
  name: 'createAdjustment',
  route: 'POST /api/programs/:programId/adjustments',
  permission: 'commission:write',
  summary: 'Give a partner a bonus, or deduct an amount below zero',
  input: AdjustmentCreate,
  output: AdjustmentItem,
  audit: 'adjustment.create',
  run: ({ client, services, scope: { programId }, input, actor, nowMs }) =>
    insertAdjustment(client, services.tracking.ids, {
      programId,
      partnerId: input.partner_id,
      amountCents: input.amount_cents,
      currency: input.currency,
      reason: input.reason,
      payableAt: input.payable_at ?? null,
      createdBy: actor.email,
      nowMs,
    }),
});
