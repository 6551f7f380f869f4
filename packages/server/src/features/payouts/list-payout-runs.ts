import { PageQuery, PayoutRunPage } from '@svc/contract';
import { defineList } from '../../operations/define-operation.js';
import { loadPayoutRuns, RUN_SORTS } from './load-payout-runs.js';

export const listPayoutRuns = defineList({
  name: 'listPayoutRuns',
  route: 'GET /api/programs/:programId/payout-runs',
  permission: 'report:read',
  summary: 'Payout runs of a program',
  input: PageQuery,
  output: PayoutRunPage,
  sorts: RUN_SORTS,
  search: 'who made it',
  run: ({ pool, scope }, page) => loadPayoutRuns(pool, scope.programId, page),
});
