import { MemberItem, MemberUpdate } from '@svc/contract';
import { defineOperation } from '../../operations/define-operation.js';
import { changeMember } from './change-member.js';

export const updateMember = defineOperation({
  name: 'updateMember',
  route: 'PATCH /api/workspaces/:workspaceId/members/:userId',
  permission: 'member:write',
  summary: 'Give a member another role',
  input: MemberUpdate,
  output: MemberItem,
  errors: ['last_owner'],
  audit: 'member.update',
  run: ({ client, scope, text, input }) =>
    changeMember(client, { workspaceId: scope.workspaceId, userId: text('userId') }, input.role),
});
