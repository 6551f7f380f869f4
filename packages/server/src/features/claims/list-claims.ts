import { ClaimPage, ClaimQuery } from '@svc/contract';
import { defineList } from '../../operations/define-operation.js';
import { CLAIM_SORTS, loadClaims } from './load-claims.js';

export const listClaims = defineList({
  name: 'listClaims',
  route: 'GET /api/programs/:programId/claims',
  permission: 'report:read',
  summary: 'Sales that partners say are missing, with what the books say',
  input: ClaimQuery,
  output: ClaimPage,
  sorts: CLAIM_SORTS,
  search: 'reference, note, name and email of the partner',
  run: ({ pool, scope, input }, page) =>
    loadClaims(pool, { programId: scope.programId, partnerId: null, status: input.status ?? null }, page),
});
