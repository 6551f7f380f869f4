import { MemberRemoved } from '@svc/contract';
import { answering } from '../../operations/change.js';
import { defineOperation } from '../../operations/define-operation.js';
import { loadKeysOfCreator } from '../management-keys/management-key-item.js';
import { changeMember } from './change-member.js';

export const removeMember = defineOperation({
  name: 'removeMember',
  route: 'DELETE /api/workspaces/:workspaceId/members/:userId',
  permission: 'member:write',
  summary: 'Remove a member; the answer names the management keys that stay',
  output: MemberRemoved,
  errors: ['last_owner'],
  audit: 'member.remove',
  async run({ client, scope, text }) {
    const member = { workspaceId: scope.workspaceId, userId: text('userId') };
    const change = await changeMember(client, member, null);
    const keys = await loadKeysOfCreator(client, member);
    return answering(change, (removed) => ({ ...removed, management_keys: keys }));
  },
});
