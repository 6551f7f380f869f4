import { MemberItem } from '@svc/contract';
import { defineOperation } from '../../operations/define-operation.js';
import { changeMember } from './change-member.js';

export const removeMember = defineOperation({
  name: 'removeMember',
  route: 'DELETE /api/workspaces/:workspaceId/members/:userId',
  permission: 'member:write',
  summary: 'Remove a member',
  output: MemberItem,
  errors: ['last_owner'],
  audit: 'member.remove',
  run: ({ client, scope, text }) =>
    changeMember(client, { workspaceId: scope.workspaceId, userId: text('userId') }, null),
});
