import { PayoutPage, PayoutQuery } from '@svc/contract';
import { defineList } from '../../operations/define-operation.js';
import { optionalNumber } from '../../operations/optional-number.js';
import { loadPayouts } from './load-payouts.js';

export const listPayouts = defineList({
  name: 'listPayouts',
  route: 'GET /api/programs/:programId/payouts',
  permission: 'report:read',
  summary: 'Payouts of a program',
  input: PayoutQuery,
  output: PayoutPage,
  positionLength: 2,
  run: ({ pool, scope, input, services: { encryption } }, page) =>
    loadPayouts(
      pool,
      { programId: scope.programId, partnerId: optionalNumber(input.partner_id), encryption },
      page,
    ),
});
