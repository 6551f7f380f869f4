import { LinkItem } from '@svc/contract';
import { defineRead } from '../../operations/define-operation.js';
import { findLink } from './find-link.js';
import { linkFromRow } from './link-item.js';

export const readPartnerLink = defineRead({
  name: 'readPartnerLink',
  route: 'GET /api/partner/programs/:programId/links/:id',
  permission: 'partner',
  summary: "A link of the caller's",
  output: LinkItem,
  run: async ({ pool, scope, services, id }) =>
    linkFromRow(await findLink(pool, scope, id()), services.settings.baseUrl),
});
