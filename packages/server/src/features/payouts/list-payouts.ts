import { PayoutPage, PayoutQuery } from '@svc/contract';
import { defineList } from '../../operations/define-operation.js';
import { optionalNumber } from '../../operations/optional-number.js';
import { loadPayouts, PAYOUT_SORTS } from './load-payouts.js';

export const listPayouts = defineList({
  name: 'listPayouts',
  route: 'GET /api/programs/:programId/payouts',
  permission: 'report:read',
  summary: 'Payouts of a program',
  input: PayoutQuery,
  output: PayoutPage,
  sorts: PAYOUT_SORTS,
  search: 'reference, amount, name and email of the partner',
  run: ({ pool, scope, input, services: { encryption } }, page) =>
    loadPayouts(
      pool,
      { programId: scope.programId, partnerId: optionalNumber(input.partner_id), encryption },
      page,
    ),
});
