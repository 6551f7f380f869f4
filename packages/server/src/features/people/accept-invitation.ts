import { InvitationAccept, InvitationAccepted } from '@svc/contract';
import type { ClientBase } from 'pg';
import { changed } from '../../operations/change.js';
import { defineOperation } from '../../operations/define-operation.js';
import { RefusedError } from '../../operations/refused-error.js';
import { createAccount, handOverAccount, lockAccount } from './create-account.js';
import { takeTurn } from './end-invitations.js';
import { findInvitation, type OpenInvitation } from './find-invitation.js';
import { insertMember } from './insert-member.js';
import { hashNewPassword } from './new-password.js';

/**
 * Accepts an invitation, once. A member gets the role, a partner the account. Other open invitations of a new member end, so
 * that none of them outlives the membership.
 *
 * A link that only an email carried proves the address: its holder gets the verified account, whose password and name
 * stay; one that is not verified becomes theirs. A link that was shown proves nothing: it creates an account that is not
 * verified, which is a member or partner by this invitation alone, and an account that exists has to be signed in.
 */
export const acceptInvitation = defineOperation({
  name: 'acceptInvitation',
  route: 'POST /api/invitation/accept',
  permission: 'anyone',
  summary: 'Accept an invitation, with a name and a password where there is no account yet',
  input: InvitationAccept,
  output: InvitationAccepted,
  errors: ['invitation_not_found', 'invitation_sign_in_required'],
  takesSession: true,
  audit: 'invitation.accept',
  async prepare({ pool, input }) {
    // Someone without an invitation must not make the service hash for them.
    const { email } = await findInvitation(pool, input.token, { lock: false });
    const passwordHash = input.password === undefined ? null : await hashNewPassword(input.password, email);
    return { email, passwordHash };
  },
  // The address that was invited, not one that is typed here.
  actorOf: ({ prepared }) => ({ userId: null, email: prepared.email }),
  async run({ client, session, input, prepared }) {
    const invitation = await lockInvitation(client, input.token);
    const { workspaceId, email } = invitation;
    const { userId, isNew } = await accountFor(client, invitation, {
      name: input.name ?? null,
      passwordHash: prepared.passwordHash,
      signedInId: session?.user.id ?? null,
    });
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

/** What the person who accepts has sent, and the account they are signed in with. */
interface Acceptance {
  readonly name: string | null;
  readonly passwordHash: string | null;
  readonly signedInId: string | null;
}

interface AcceptedBy {
  readonly userId: string;
  /** Name and password are those that were sent. */
  readonly isNew: boolean;
}

async function accountFor(
  client: ClientBase,
  invitation: OpenInvitation,
  acceptance: Acceptance,
): Promise<AcceptedBy> {
  const { email, byEmail } = invitation;
  const known = await lockAccount(client, email);
  if (known !== null && (byEmail ? known.isVerified : known.userId === acceptance.signedInId))
    return { userId: known.userId, isNew: false };
  if (known !== null && !byEmail) throw new RefusedError('invitation_sign_in_required');
  const { name, passwordHash } = acceptance;
  if (name === null) throw new RefusedError('field_required', 'name');
  if (passwordHash === null) throw new RefusedError('field_required', 'password');
  if (known !== null) {
    await handOverAccount(client, { userId: known.userId, name, passwordHash });
    return { userId: known.userId, isNew: true };
  }
  const made = await createAccount(client, { email, name, passwordHash, isVerified: byEmail });
  // null: another invitation of the address was accepted at this moment, and its account is now there to be locked.
  return made === null ? accountFor(client, invitation, acceptance) : { userId: made, isNew: true };
}
