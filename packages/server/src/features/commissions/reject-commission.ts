import { CommissionItem, CommissionReject } from '@svc/contract';
import { defineOperation } from '../../operations/define-operation.js';
import { actOnCommission } from './apply-action.js';

export const rejectCommission = defineOperation({
  name: 'rejectCommission',
  route: 'POST /api/programs/:programId/commissions/:id/reject',
  permission: 'commission:write',
  summary: 'Reject a commission that is in no payout, for good; the partner sees the reason',
  input: CommissionReject,
  output: CommissionItem,
  errors: ['commission_status'],
  audit: 'commission.reject',
  run: ({ client, services, scope: { programId }, input: { reason }, id, nowMs }) =>
    actOnCommission(client, services.tracking.ids, { programId, action: 'reject', reason, nowMs }, id()),
});
