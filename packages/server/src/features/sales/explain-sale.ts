import { ExplainAnswer } from '@svc/contract';
import { defineRead } from '../../operations/define-operation.js';
import { loadExplanation } from './load-explanation.js';

export const explainSale = defineRead({
  name: 'explainSale',
  route: 'GET /api/programs/:programId/sales/:id/explain',
  permission: 'report:read',
  summary: 'Why a sale earned a commission, or none',
  output: ExplainAnswer,
  run: ({ pool, scope, id }) => loadExplanation(pool, scope.programId, { saleId: id() }),
});
