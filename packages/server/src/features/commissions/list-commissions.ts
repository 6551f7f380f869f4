import { CommissionPage, CommissionQuery } from '@svc/contract';
import { defineList } from '../../operations/define-operation.js';
import { commissionFilter } from './commission-filter.js';
import { COMMISSION_SORTS, loadCommissions } from './load-commissions.js';

export const listCommissions = defineList({
  name: 'listCommissions',
  route: 'GET /api/programs/:programId/commissions',
  permission: 'report:read',
  summary: 'Commissions of a program',
  input: CommissionQuery,
  output: CommissionPage,
  errors: ['from_invalid', 'to_invalid'],
  sorts: COMMISSION_SORTS,
  search:
    'transaction id and other references, key and email of the customer, name and email of the partner; anywhere in the newest 5,000 commissions, at the beginning in all; the amount, such as 14.70 or 14.70 EUR; several of these, such as Maria 14.70',
  run: ({ pool, scope, input }, page) =>
    loadCommissions(pool, commissionFilter(scope.programId, input), page),
});
