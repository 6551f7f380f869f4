import { PageQuery, PartnerCodePage } from '@svc/contract';
import { defineList } from '../../operations/define-operation.js';
import { CODE_SORTS, loadCodes } from './load-codes.js';
import { partnerCodeOf } from './partner-code.js';

export const listPartnerCodes = defineList({
  name: 'listPartnerCodes',
  route: 'GET /api/partner/programs/:programId/codes',
  permission: 'partner',
  summary: "The caller's codes",
  input: PageQuery,
  output: PartnerCodePage,
  sorts: CODE_SORTS,
  search: 'code',
  async run({ pool, scope }, request) {
    const page = await loadCodes(pool, scope, request);
    return { ...page, data: page.data.map(partnerCodeOf) };
  },
});
