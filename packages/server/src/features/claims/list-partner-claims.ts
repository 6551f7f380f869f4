import { PageQuery, PartnerClaimPage } from '@svc/contract';
import { defineList } from '../../operations/define-operation.js';
import { CLAIM_SORTS, loadClaims } from './load-claims.js';

export const listPartnerClaims = defineList({
  name: 'listPartnerClaims',
  route: 'GET /api/partner/programs/:programId/claims',
  permission: 'partner',
  summary: 'Sales the caller said are missing',
  input: PageQuery,
  output: PartnerClaimPage,
  sorts: CLAIM_SORTS,
  search: 'reference, note',
  run: ({ pool, scope: { programId, partnerId } }, page) =>
    loadClaims(pool, { programId, partnerId, status: null }, page),
});
