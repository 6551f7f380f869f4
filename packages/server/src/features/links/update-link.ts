import { LinkItem, LinkUpdate } from '@svc/contract';
import { answering } from '../../operations/change.js';
import { defineOperation, forgetConfiguration } from '../../operations/define-operation.js';
import { changeLink } from './change-link.js';
import { linkFromRow } from './link-item.js';

export const updateLink = defineOperation({
  name: 'updateLink',
  route: 'PATCH /api/programs/:programId/links/:id',
  permission: 'link:write',
  summary: 'Change where a link leads, or turn it off and on',
  input: LinkUpdate,
  output: LinkItem,
  audit: 'link.update',
  async run({ client, services, scope: { programId }, input, id }) {
    const change = await changeLink(client, { programId, linkId: id() }, input);
    return answering(change, (row) => linkFromRow(row, services.settings.baseUrl));
  },
  after: forgetConfiguration,
});
