import type { MemberItem } from '@svc/contract';
import type { ClientBase } from 'pg';
import { type Change, changed, unchanged } from '../../operations/change.js';
import { RefusedError } from '../../operations/refused-error.js';
import { endInvitations, takeTurn } from './end-invitations.js';
import { findMember } from './list-members.js';

/**
 * Gives a member another role, or removes them (`role` null). The last owner stays: without one nobody could ever make
 * another. All changes of a workspace's members take turns, so that two owners cannot remove each other at once. Who is
 * removed does not come back by an invitation that is still open.
 */
export async function changeMember(
  client: ClientBase,
  of: { readonly workspaceId: number; readonly userId: string },
  role: MemberItem['role'] | null,
): Promise<Change<MemberItem>> {
  await takeTurn(client, of.workspaceId);
  const before = await findMember(client, of.workspaceId, of.userId);
  if (before === null) throw new RefusedError('not_found');
  if (before.role === role) return unchanged(before);
  if (before.role === 'owner' && (await countOwners(client, of.workspaceId)) === 1) {
    throw new RefusedError('last_owner');
  }
  const key = [of.workspaceId, of.userId];
  if (role === null) {
    await client.query('delete from workspace_members where workspace_id = $1 and user_id = $2', key);
    await endInvitations(client, { workspaceId: of.workspaceId, email: before.email, as: 'member' });
    return changed(before, { on: 'member', id: of.userId, before, after: null });
  }
  await client.query('update workspace_members set role = $3 where workspace_id = $1 and user_id = $2', [
    ...key,
    role,
  ]);
  const after = { ...before, role };
  return changed(after, { on: 'member', id: of.userId, before, after });
}

async function countOwners(client: ClientBase, workspaceId: number): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    `select count(*) as count from workspace_members where workspace_id = $1 and role = 'owner'`,
    [workspaceId],
  );
  return rows[0]?.count ?? 0;
}
