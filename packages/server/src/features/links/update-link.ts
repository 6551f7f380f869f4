import { LinkItem, LinkUpdate } from '@svc/contract';
import { defineOperation, forgetConfiguration } from '../../operations/define-operation.js';
import { changeLink } from './change-link.js';

export const updateLink = defineOperation({
  name: 'updateLink',
  route: 'PATCH /api/programs/:programId/links/:id',
  permission: 'link:write',
  summary: 'Change where a link leads, or turn it off and on',
  input: LinkUpdate,
  output: LinkItem,
  audit: 'link.update',
  run: ({ client, scope: { programId }, input, id }) =>
    changeLink(client, { programId, linkId: id() }, input),
  after: forgetConfiguration,
});
