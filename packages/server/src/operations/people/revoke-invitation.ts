import type { InvitationItem } from '@svc/contract';
import type { ClientBase } from 'pg';
import { type Change, changed, unchanged } from '../audit/change.js';
import { RefusedError } from '../refused-error.js';
import { INVITATIONS, type InvitationRow, invitationFromRow } from './invitation-item.js';

/** Takes an open invitation back; one that is no longer open stays as it is. */
export async function revokeInvitation(
  client: ClientBase,
  of: { readonly workspaceId: number; readonly invitationId: number },
): Promise<Change<InvitationItem>> {
  const { rows } = await client.query<InvitationRow>(
    `${INVITATIONS} where workspace_id = $1 and id = $2 for update`,
    [of.workspaceId, of.invitationId],
  );
  const row = rows[0];
  if (row === undefined) throw new RefusedError('not_found');
  const before = invitationFromRow(row);
  if (before.status !== 'open') return unchanged(before);
  await client.query('update invitations set revoked_at = now() where id = $1', [of.invitationId]);
  const after: InvitationItem = { ...before, status: 'revoked' };
  return changed(after, { on: 'invitation', id: before.id, before, after });
}
