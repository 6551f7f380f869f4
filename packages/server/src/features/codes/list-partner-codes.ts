import { PageQuery, PartnerCodePage } from '@svc/contract';
import { defineList } from '../../operations/define-operation.js';
import { CODE_SORTS, loadCodes } from './load-codes.js';

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
    const data = page.data.map(({ id, code, link_id, is_active, created_at }) => ({
      id,
      code,
      link_id,
      is_active,
      created_at,
    }));
    return { ...page, data };
  },
});
