import { createHash, randomBytes } from 'node:crypto';
import type { InvitationItem } from '@svc/contract';

export const INVITATIONS = `
  select id, email, role, partner_id, invited_by, created_at, expires_at,
         case when accepted_at is not null then 'accepted' when revoked_at is not null then 'revoked'
              when expires_at <= now() then 'expired' else 'open' end as status
    from invitations`;

/** A row that `INVITATIONS` reads. */
export interface InvitationRow extends Omit<InvitationItem, 'created_at' | 'expires_at'> {
  readonly created_at: Date;
  readonly expires_at: Date;
}

/** An invitation as it is shown: everything but what its mail carries. */
export function invitationFromRow(row: InvitationRow): InvitationItem {
  return { ...row, created_at: row.created_at.toISOString(), expires_at: row.expires_at.toISOString() };
}

/** What an invitation's mail carries: 32 random bytes. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

/** What is kept of a token. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
