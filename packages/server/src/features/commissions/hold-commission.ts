import { CommissionHold, CommissionItem } from '@svc/contract';
import { defineOperation } from '../../operations/define-operation.js';
import { actOnCommission } from './apply-action.js';

export const holdCommission = defineOperation({
  name: 'holdCommission',
  route: 'POST /api/programs/:programId/commissions/:id/hold',
  permission: 'commission:write',
  summary: 'Hold a pending or payable commission back',
  input: CommissionHold,
  output: CommissionItem,
  errors: ['commission_status'],
  audit: 'commission.hold',
  run: ({ client, services, scope: { programId }, input: { reason }, id, nowMs }) =>
    actOnCommission(client, services.tracking.ids, { programId, action: 'hold', reason, nowMs }, id()),
});
