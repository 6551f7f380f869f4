import { InvitationItem } from '@svc/contract';
import { changed, unchanged } from '../../operations/change.js';
import { defineOperation } from '../../operations/define-operation.js';
import { RefusedError } from '../../operations/refused-error.js';
import { INVITATIONS, type InvitationRow, invitationFromRow } from './invitation-item.js';

/** Revokes an open invitation; one that is no longer open stays as it is. */
export const revokeInvitation = defineOperation({
  name: 'revokeInvitation',
  route: 'DELETE /api/workspaces/:workspaceId/invitations/:id',
  permission: 'member:write',
  summary: 'Revoke an invitation',
  output: InvitationItem,
  audit: 'member.invite.revoke',
  async run({ client, scope, id }) {
    const invitationId = id();
    const { rows } = await client.query<InvitationRow>(
      `${INVITATIONS} where workspace_id = $1 and id = $2 for update`,
      [scope.workspaceId, invitationId],
    );
    const row = rows[0];
    if (row === undefined) throw new RefusedError('not_found');
    const before = invitationFromRow(row);
    if (before.status !== 'open') return unchanged(before);
    await client.query('update invitations set revoked_at = now() where id = $1', [invitationId]);
    const after: InvitationItem = { ...before, status: 'revoked' };
    return changed(after, { on: 'invitation', id: before.id, before, after });
  },
});
