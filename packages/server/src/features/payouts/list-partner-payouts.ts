import { PageQuery, PartnerPayoutPage } from '@svc/contract';
import { defineList } from '../../operations/define-operation.js';
import { loadPayouts } from './load-payouts.js';

export const listPartnerPayouts = defineList({
  name: 'listPartnerPayouts',
  route: 'GET /api/partner/programs/:programId/payouts',
  permission: 'partner',
  summary: "The caller's payouts",
  input: PageQuery,
  output: PartnerPayoutPage,
  positionLength: 2,
  run: ({ pool, scope: { programId, partnerId }, services: { encryption } }, page) =>
    loadPayouts(pool, { programId, partnerId, encryption }, page),
});
