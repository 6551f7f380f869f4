import { PartnerStatement } from '@svc/contract';
import { defineRead } from '../../operations/define-operation.js';
import { loadStatement } from './load-statement.js';

export const readPartnerPayout = defineRead({
  name: 'readPartnerPayout',
  route: 'GET /api/partner/programs/:programId/payouts/:id',
  permission: 'partner',
  summary: 'The statement of a payout of the caller',
  output: PartnerStatement,
  run: ({ pool, scope, id, services: { encryption } }) =>
    loadStatement(pool, scope, { payoutId: id(), encryption }),
});
