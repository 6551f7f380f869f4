import type { MemberItem } from '@svc/contract';
import type { ClientBase } from 'pg';
import { type Change, changed, unchanged } from '../../operations/change.js';
import { RefusedError } from '../../operations/refused-error.js';
import { endInvitations, takeTurn } from './end-invitations.js';
import { findMember } from './list-members.js';

/**
 * Changes a member's role, or removes them (`role` null). The last owner stays: without one nobody could appoint
 * another. All changes of a workspace's members take turns, so that two owners cannot remove each other at once. A removed
 * member cannot return through an invitation that is still open.
 */
export async function changeMember(
  client: ClientBase,
  member: { readonly workspaceId: number; readonly userId: string },
  role: MemberItem['role'] | null,
): Promise<Change<MemberItem>> {
  await takeTurn(client, member.workspaceId);
  const before = await findMember(client, member.workspaceId, member.userId);
  if (before === null) throw new RefusedError('not_found');
  if (before.role === role) return unchanged(before);
  if (before.role === 'owner' && (await countOwners(client, member.workspaceId)) === 1) {
    throw new RefusedError('last_owner');
  }
  const key = [member.workspaceId, member.userId];
  if (role === null) {
    await client.query('delete from workspace_members where workspace_id = $1 and user_id = $2', key);
    await endInvitations(client, { workspaceId: member.workspaceId, email: before.email, as: 'member' });
    return changed(before, { on: 'member', id: member.userId, before, after: null });
  }
  await client.query('update workspace_members set role = $3 where workspace_id = $1 and user_id = $2', [
    ...key,
    role,
  ]);
  const after = { ...before, role };
  return changed(after, { on: 'member', id: member.userId, before, after });
}

async function countOwners(client: ClientBase, workspaceId: number): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    `select count(*) as count from workspace_members where workspace_id = $1 and role = 'owner'`,
    [workspaceId],
  );
  return rows[0]?.count ?? 0;
}
