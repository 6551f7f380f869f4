import { LinkPage, PageQuery } from '@svc/contract';
import { defineList } from '../../operations/define-operation.js';
import { LINK_SORTS, loadLinks } from './load-links.js';

export const listPartnerLinks = defineList({
  name: 'listPartnerLinks',
  route: 'GET /api/partner/programs/:programId/links',
  permission: 'partner',
  summary: "The caller's links",
  input: PageQuery,
  output: LinkPage,
  sorts: LINK_SORTS,
  search: 'short link, destination',
  run: ({ pool, services, scope }, page) => loadLinks(pool, scope, page, services.settings.baseUrl),
});
