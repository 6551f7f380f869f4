import { PageQuery, PartnerPayoutPage } from '@svc/contract';
import { defineList } from '../../operations/define-operation.js';
import { loadPayouts, PAYOUT_SORTS } from './load-payouts.js';

export const listPartnerPayouts = defineList({
  name: 'listPartnerPayouts',
  route: 'GET /api/partner/programs/:programId/payouts',
  permission: 'partner',
  summary: "The caller's payouts",
  input: PageQuery,
  output: PartnerPayoutPage,
  sorts: PAYOUT_SORTS,
  search: 'reference, amount',
  run: ({ pool, scope: { programId, partnerId }, services: { encryption } }, page) =>
    loadPayouts(pool, { programId, partnerId, encryption }, page),
});
