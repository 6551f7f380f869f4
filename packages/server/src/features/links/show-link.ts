import { LinkItem } from '@svc/contract';
import { defineRead } from '../../operations/define-operation.js';
import { findLink } from './find-link.js';
import { linkFromRow } from './link-item.js';

export const readLink = defineRead({
  name: 'readLink',
  route: 'GET /api/programs/:programId/links/:id',
  permission: 'program:read',
  summary: 'A referral link',
  output: LinkItem,
  run: async ({ pool, scope, services, id }) =>
    linkFromRow(
      await findLink(pool, { programId: scope.programId, partnerId: null }, id()),
      services.settings.baseUrl,
    ),
});
