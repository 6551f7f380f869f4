import { PageQuery, PayoutRunPage } from '@svc/contract';
import { defineList } from '../../operations/define-operation.js';
import { loadPayoutRuns } from './load-payout-runs.js';

export const listPayoutRuns = defineList({
  name: 'listPayoutRuns',
  route: 'GET /api/programs/:programId/payout-runs',
  permission: 'report:read',
  summary: 'Payout runs of a program',
  input: PageQuery,
  output: PayoutRunPage,
  positionLength: 2,
  run: ({ pool, scope }, page) => loadPayoutRuns(pool, scope.programId, page),
});
