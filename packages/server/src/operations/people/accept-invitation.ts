import type { ClientBase } from 'pg';
import { type Change, changed } from '../audit/change.js';
import { RefusedError } from '../refused-error.js';
import { createAccount } from './create-account.js';
import { endInvitations, takeTurn } from './end-invitations.js';
import { findInvitation, type OpenInvitation } from './find-invitation.js';

/** What accepting an invitation came to. */
export interface AcceptedInvitation {
  readonly email: string;
  readonly is_new_account: boolean;
}

/**
 * Accepts an invitation, once: whoever has its token reads the mail of its address. An account is made where there is
 * none; where there is one its password and name stay. A member gets the role, a partner the account. Other open
 * invitations of a new member end, so that none of them outlives the membership.
 */
export async function acceptInvitation(
  client: ClientBase,
  token: string,
  account: { readonly name: string | null; readonly passwordHash: string | null },
): Promise<Change<AcceptedInvitation>> {
  const invitation = await lockInvitation(client, token);
  const { workspaceId, email } = invitation;
  const { userId, isNew } = await accountFor(client, invitation, account);
  if (invitation.role !== null) {
    await client.query(
      `insert into workspace_members (workspace_id, user_id, role) values ($1, $2, $3)
       on conflict (workspace_id, user_id) do nothing`,
      [workspaceId, userId, invitation.role],
    );
  } else {
    await client.query('update partners set user_id = $2 where id = $1', [invitation.partnerId, userId]);
  }
  await client.query('update users set email_verified = true where id = $1', [userId]);
  await client.query('update invitations set accepted_at = now() where id = $1', [invitation.id]);
  if (invitation.role !== null) await endInvitations(client, { workspaceId, email, as: 'member' });
  return changed(
    { email, is_new_account: isNew },
    {
      on: 'invitation',
      id: invitation.id,
      before: { email, role: invitation.role, status: 'open' },
      after: { email, role: invitation.role, status: 'accepted' },
      place: { workspaceId, programId: null },
    },
  );
}

/** The workspace before the invitation, as whoever invites and removes members has it. */
async function lockInvitation(client: ClientBase, token: string): Promise<OpenInvitation> {
  const { role, workspaceId } = await findInvitation(client, token, { lock: false });
  if (role !== null) await takeTurn(client, workspaceId);
  return findInvitation(client, token, { lock: true });
}

async function accountFor(
  client: ClientBase,
  { email, userId }: OpenInvitation,
  { name, passwordHash }: { readonly name: string | null; readonly passwordHash: string | null },
): Promise<{ readonly userId: string; readonly isNew: boolean }> {
  if (userId !== null) return { userId, isNew: false };
  if (name === null) throw new RefusedError('field_required', 'name');
  if (passwordHash === null) throw new RefusedError('field_required', 'password');
  const made = await createAccount(client, { email, name, passwordHash });
  if (made !== null) return { userId: made, isNew: true };
  // Another invitation of the same person was accepted at this moment, in another workspace.
  const { rows } = await client.query<{ id: string }>('select id from users where email = $1', [email]);
  const known = rows[0];
  if (known === undefined) throw new Error('the account is neither new nor known');
  return { userId: known.id, isNew: false };
}
