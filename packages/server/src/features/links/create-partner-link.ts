import { LinkItem, PartnerLinkCreate } from '@svc/contract';
import { answering } from '../../operations/change.js';
import { defineOperation, forgetConfiguration } from '../../operations/define-operation.js';
import { insertLink } from './insert-link.js';
import { limitPartnerLinks } from './limit-partner-links.js';
import { linkFromRow } from './link-item.js';
import { requireOwnSite } from './require-own-site.js';

export const createPartnerLink = defineOperation({
  name: 'createPartnerLink',
  route: 'POST /api/partner/programs/:programId/links',
  permission: 'partner',
  summary: 'Create a link of one’s own, to a page of the site of the program',
  input: PartnerLinkCreate,
  output: LinkItem,
  errors: ['short_link_taken', 'program_archived', 'partner_not_approved', 'rate_limited'],
  audit: 'partner.link.create',
  async run({ client, services, scope: { programId, partnerId }, input }) {
    const { short_link: shortLink = null, destination_url: destinationUrl = null } = input;
    await requireOwnSite(client, programId, destinationUrl);
    await limitPartnerLinks(client, partnerId);
    const link = { programId, partnerId, shortLink, destinationUrl, isMadeByPartner: true };
    const change = await insertLink(client, link);
    return answering(change, (row) => linkFromRow(row, services.settings.baseUrl));
  },
  after: forgetConfiguration,
});
