import { InvitationAccept, InvitationAccepted } from '@svc/contract';
import type { ClientBase } from 'pg';
import { changed } from '../../operations/change.js';
import { defineOperation } from '../../operations/define-operation.js';
import { RefusedError } from '../../operations/refused-error.js';
import { createAccount } from './create-account.js';
import { takeTurn } from './end-invitations.js';
import { findInvitation, type OpenInvitation } from './find-invitation.js';
import { insertMember } from './insert-member.js';
import { hashNewPassword } from './new-password.js';

/**
 * Accepts an invitation, once: someone who has its token reads the mail of its address. An account is created where there
 * is none; where there is one its password and name stay. A member gets the role, a partner the account. Other open
 * invitations of a new member end, so that none of them outlives the membership.
 */
export const acceptInvitation = defineOperation({
  name: 'acceptInvitation',
  route: 'POST /api/invitation/accept',
  permission: 'anyone',
  summary: 'Accept an invitation, with a name and a password where there is no account yet',
  input: InvitationAccept,
  output: InvitationAccepted,
  errors: ['invitation_not_found'],
  audit: 'invitation.accept',
  async prepare({ pool, input }) {
    // Someone without an invitation must not make the service hash for them.
    const { email } = await findInvitation(pool, input.token, { lock: false });
    const passwordHash = input.password === undefined ? null : await hashNewPassword(input.password, email);
    return { email, passwordHash };
  },
  // The address the invitation was sent to, which the token proves; not one that is typed here.
  actorOf: ({ prepared }) => ({ userId: null, email: prepared.email }),
  async run({ client, input, prepared }) {
    const invitation = await lockInvitation(client, input.token);
    const { workspaceId, email } = invitation;
    const { userId, isNew } = await accountFor(client, invitation, {
      name: input.name ?? null,
      passwordHash: prepared.passwordHash,
    });
    await client.query('update users set email_verified = true where id = $1', [userId]);
    // Before the others end: this one was accepted.
    await client.query('update invitations set accepted_at = now() where id = $1', [invitation.id]);
    if (invitation.role !== null) {
      await insertMember(client, { workspaceId, userId, role: invitation.role });
    } else {
      await client.query('update partners set user_id = $2 where id = $1', [invitation.partnerId, userId]);
    }
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
  },
});

/** Locks the workspace before the invitation, in the same order as inviting and removing members. */
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
