import { SessionsEnded } from '@svc/contract';
import { changed, unchanged } from '../../operations/change.js';
import { defineOperation } from '../../operations/define-operation.js';
import { RefusedError } from '../../operations/refused-error.js';
import { findMember } from './list-members.js';

/** Signs a member out on every device. Password and membership stay, so the member can sign in again. */
export const endMemberSessions = defineOperation({
  name: 'endMemberSessions',
  route: 'DELETE /api/workspaces/:workspaceId/members/:userId/sessions',
  permission: 'member:write',
  summary: 'End all sessions of a member',
  output: SessionsEnded,
  audit: 'member.end_sessions',
  async run({ client, scope, text }) {
    const userId = text('userId');
    const member = await findMember(client, scope.workspaceId, userId);
    if (member === null) throw new RefusedError('not_found');
    const { rowCount } = await client.query('delete from sessions where user_id = $1', [userId]);
    const ended = rowCount ?? 0;
    if (ended === 0) return unchanged({ ended });
    return changed({ ended }, { on: 'member', id: userId, before: null, after: { ended_sessions: ended } });
  },
});
