import type { ClientBase } from 'pg';

/**
 * Lets one change of a workspace's members and invitations wait for the other, until the transaction ends. Before what
 * they decide upon is read.
 */
export async function takeTurn(client: ClientBase, workspaceId: number): Promise<void> {
  await client.query('select 1 from workspaces where id = $1 for no key update', [workspaceId]);
}

/** Ends the open invitations of an address to a workspace: those to be a member, or those to be a partner. */
export async function endInvitations(
  client: ClientBase,
  invitee: { readonly workspaceId: number; readonly email: string; readonly as: 'member' | 'partner' },
): Promise<void> {
  await client.query(
    `update invitations set revoked_at = now()
      where workspace_id = $1 and email = $2 and (role is null) = $3 and accepted_at is null and revoked_at is null`,
    [invitee.workspaceId, invitee.email, invitee.as === 'partner'],
  );
}
