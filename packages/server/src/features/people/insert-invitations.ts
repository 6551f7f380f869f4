import type { ClientBase } from 'pg';
import { columnsOf } from '../../ingest/columns.js';
import { takeTurn } from './end-invitations.js';
import { VALID_DAYS } from './insert-invitation.js';
import { hashToken, newToken } from './invitation-item.js';

/** Many partners to invite at once. */
export interface NewInvitations {
  readonly workspaceId: number;
  /** The address of who invites. */
  readonly invitedBy: string;
  readonly invitees: readonly { readonly email: string; readonly partnerId: number }[];
}

/**
 * Stores invitations that `sendInvitationMails` sends; open ones for the same address end with them. Nobody knows their tokens: the one that works
 * is made when the email is sent.
 */
export async function insertInvitations(
  client: ClientBase,
  { workspaceId, invitedBy, invitees }: NewInvitations,
): Promise<void> {
  await takeTurn(client, workspaceId);
  const [emails, partnerIds, hashes] = columnsOf(
    invitees,
    ({ email }) => email,
    ({ partnerId }) => partnerId,
    () => hashToken(newToken()),
  );
  await client.query(
    `update invitations set revoked_at = now()
      where workspace_id = $1 and email = any($2::text[]) and role is null and accepted_at is null and revoked_at is null`,
    [workspaceId, emails],
  );
  await client.query(
    `insert into invitations (workspace_id, token_hash, email, role, partner_id, invited_by, expires_at, mail_at)
     select $1, r.token_hash, r.email, null, r.partner_id, $2, now() + $3 * interval '1 day', now()
       from unnest($4::text[], $5::bigint[], $6::text[]) as r (email, partner_id, token_hash)`,
    [workspaceId, invitedBy, VALID_DAYS, emails, partnerIds, hashes],
  );
}
