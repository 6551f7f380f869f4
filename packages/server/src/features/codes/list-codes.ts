import { CodePage, CodeQuery } from '@svc/contract';
import { defineList } from '../../operations/define-operation.js';
import { optionalNumber } from '../../operations/optional-number.js';
import { CODE_SORTS, loadCodes } from './load-codes.js';

export const listCodes = defineList({
  name: 'listCodes',
  route: 'GET /api/programs/:programId/codes',
  permission: 'program:read',
  summary: 'Codes of a program',
  input: CodeQuery,
  output: CodePage,
  sorts: CODE_SORTS,
  search: 'code, name and email of the partner',
  run: ({ pool, scope, input }, page) =>
    loadCodes(pool, { programId: scope.programId, partnerId: optionalNumber(input.partner_id) }, page),
});
