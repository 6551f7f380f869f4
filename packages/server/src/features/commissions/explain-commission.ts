import { ExplainAnswer } from '@svc/contract';
import { defineRead } from '../../operations/define-operation.js';
import { loadExplanation } from '../sales/load-explanation.js';

export const explainCommission = defineRead({
  name: 'explainCommission',
  route: 'GET /api/programs/:programId/commissions/:id/explain',
  permission: 'report:read',
  summary: 'Why a commission is what it is',
  output: ExplainAnswer,
  run: ({ pool, scope, id }) => loadExplanation(pool, scope.programId, { commissionId: id() }),
});
