import { LinkCreate, LinkItem } from '@svc/contract';
import { answering } from '../../operations/change.js';
import { defineOperation, forgetConfiguration } from '../../operations/define-operation.js';
import { insertLink } from './insert-link.js';
import { linkFromRow } from './link-item.js';

export const createLink = defineOperation({
  name: 'createLink',
  route: 'POST /api/programs/:programId/links',
  permission: 'link:write',
  summary: 'Create a referral link of an approved partner',
  input: LinkCreate,
  output: LinkItem,
  errors: ['short_link_taken', 'program_archived', 'partner_not_approved'],
  audit: 'link.create',
  async run({ client, services, scope, input }) {
    const change = await insertLink(client, {
      programId: scope.programId,
      partnerId: input.partner_id,
      shortLink: input.short_link ?? null,
      destinationUrl: input.destination_url ?? null,
    });
    return answering(change, (row) => linkFromRow(row, services.settings.baseUrl));
  },
  after: forgetConfiguration,
});
