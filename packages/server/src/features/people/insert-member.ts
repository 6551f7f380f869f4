import type { MemberItem } from '@svc/contract';
import type { ClientBase } from 'pg';
import { type Change, changed, unchanged } from '../../operations/change.js';
import { endInvitations } from './end-invitations.js';
import { findMember } from './list-members.js';

/** Somebody with an account, to be a member of a workspace. */
export interface NewMember {
  readonly workspaceId: number;
  readonly userId: string;
  readonly role: MemberItem['role'];
}

/**
 * Makes somebody a member of a workspace; one who is a member already keeps their role. Their open invitations to be a
 * member end, so that none of them outlives the membership.
 */
export async function insertMember(
  client: ClientBase,
  { workspaceId, userId, role }: NewMember,
): Promise<Change<MemberItem>> {
  const { rowCount } = await client.query(
    `insert into workspace_members (workspace_id, user_id, role) values ($1, $2, $3)
     on conflict (workspace_id, user_id) do nothing`,
    [workspaceId, userId, role],
  );
  const member = await findMember(client, workspaceId, userId);
  if (member === null) throw new Error('the member was not written');
  await endInvitations(client, { workspaceId, email: member.email, as: 'member' });
  if (rowCount === 0) return unchanged(member);
  return changed(member, { on: 'member', id: userId, before: null, after: member });
}
