import { CommissionBulk, CommissionBulkAnswer } from '@svc/contract';
import { defineOperation } from '../../operations/define-operation.js';
import { RefusedError } from '../../operations/refused-error.js';
import { actOnCommissions } from './apply-action.js';

export const changeCommissions = defineOperation({
  name: 'changeCommissions',
  route: 'POST /api/programs/:programId/commissions/bulk',
  permission: 'commission:write',
  summary: 'Hold, release or reject many commissions, each with its own result',
  input: CommissionBulk,
  output: CommissionBulkAnswer,
  audit: 'commission.bulk',
  async run({ client, services, scope: { programId }, input, nowMs }) {
    const { action, ids, reason } = input;
    if (action !== 'release' && reason === undefined) throw new RefusedError('field_required', 'reason');
    const change = { programId, action, reason: reason ?? '', nowMs };
    return actOnCommissions(client, services.tracking.ids, change, ids);
  },
});
