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
  if (role !== null) return changeRole(client, member.workspaceId, before, role);
  await client.query('delete from workspace_members where workspace_id = $1 and user_id = $2', [
    member.workspaceId,
    member.userId,
  ]);
  await endInvitations(client, { workspaceId: member.workspaceId, email: before.email, as: 'member' });
  return changed(before, { on: 'member', id: member.userId, before, after: null });
}

/** Gives a member another role, also the last owner: what a provision file says is up to the operator. */
export async function changeRole(
  client: ClientBase,
  workspaceId: number,
  before: MemberItem,
  role: MemberItem['role'],
): Promise<Change<MemberItem>> {
  await client.query('update workspace_members set role = $3 where workspace_id = $1 and user_id = $2', [
    workspaceId,
    before.user_id,
    role,
  ]);
  const after = { ...before, role };
  return changed(after, { on: 'member', id: before.user_id, before, after });
}

async function countOwners(client: ClientBase, workspaceId: number): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    `select count(*) as count from workspace_members where workspace_id = $1 and role = 'owner'`,
    [workspaceId],
  );
  return rows[0]?.count ?? 0;
}
