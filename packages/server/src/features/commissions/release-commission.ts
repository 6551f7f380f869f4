import { CommissionItem } from '@svc/contract';
import { defineOperation } from '../../operations/define-operation.js';
import { actOnCommission } from './apply-action.js';

export const releaseCommission = defineOperation({
  name: 'releaseCommission',
  route: 'POST /api/programs/:programId/commissions/:id/release',
  permission: 'commission:write',
  summary: 'Release a held commission',
  output: CommissionItem,
  errors: ['commission_status'],
  audit: 'commission.release',
  run: ({ client, services, scope: { programId }, id, nowMs }) =>
    actOnCommission(client, services.tracking.ids, { programId, action: 'release', reason: '', nowMs }, id()),
});
