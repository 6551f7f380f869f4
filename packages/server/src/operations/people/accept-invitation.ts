import type { ClientBase } from 'pg';
import { type Change, changed } from '../audit/change.js';
import { RefusedError } from '../refused-error.js';
import { createAccount } from './create-account.js';
import { findInvitation, type OpenInvitation } from './find-invitation.js';

/** What accepting an invitation came to. */
export interface AcceptedInvitation {
  readonly email: string;
  readonly is_new_account: boolean;
}

/**
 * Accepts an invitation, once: whoever has its token reads the mail of its address. An account is made where there is
 * none; where there is one its password and name stay. A member gets the role, a partner the account.
 */
export async function acceptInvitation(
  client: ClientBase,
  token: string,
  account: { readonly name: string | null; readonly passwordHash: string | null },
): Promise<Change<AcceptedInvitation>> {
  const invitation = await findInvitation(client, token, { lock: true });
  const userId = invitation.userId ?? (await makeAccount(client, invitation, account));
  if (invitation.role !== null) {
    await client.query(
      `insert into workspace_members (workspace_id, user_id, role) values ($1, $2, $3)
       on conflict (workspace_id, user_id) do nothing`,
      [invitation.workspaceId, userId, invitation.role],
    );
  } else {
    await client.query('update partners set user_id = $2 where id = $1', [invitation.partnerId, userId]);
  }
  await client.query('update users set email_verified = true where id = $1', [userId]);
  await client.query('update invitations set accepted_at = now() where id = $1', [invitation.id]);
  return changed(
    { email: invitation.email, is_new_account: invitation.userId === null },
    {
      on: 'invitation',
      id: invitation.id,
      before: { email: invitation.email, role: invitation.role, status: 'open' },
      after: { email: invitation.email, role: invitation.role, status: 'accepted' },
      place: { workspaceId: invitation.workspaceId, programId: null },
    },
  );
}

async function makeAccount(
  client: ClientBase,
  { email }: OpenInvitation,
  { name, passwordHash }: { readonly name: string | null; readonly passwordHash: string | null },
): Promise<string> {
  if (name === null) throw new RefusedError('field_required', 'name');
  if (passwordHash === null) throw new RefusedError('field_required', 'password');
  return createAccount(client, { email, name, passwordHash });
}
