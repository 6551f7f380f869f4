import { CommissionPage, CommissionQuery } from '@svc/contract';
import { defineList } from '../../operations/define-operation.js';
import { commissionFilter } from './commission-filter.js';
import { loadCommissions } from './load-commissions.js';

export const listCommissions = defineList({
  name: 'listCommissions',
  route: 'GET /api/programs/:programId/commissions',
  permission: 'report:read',
  summary: 'Commissions of a program',
  input: CommissionQuery,
  output: CommissionPage,
  errors: ['from_invalid', 'to_invalid'],
  positionLength: 2,
  run: ({ pool, scope, input }, page) =>
    loadCommissions(pool, commissionFilter(scope.programId, input), page),
});
