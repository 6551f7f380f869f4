import type { Pool } from 'pg';
import type { Mailer } from '../../mail/mailer.js';
import { SENT_AGAIN_AFTER, VALID_DAYS } from './insert-invitation.js';
import { hashToken, newToken } from './invitation-item.js';
import { takeInvitationEmail } from './invitation-limit.js';
import { invitationMessage, markMailed } from './send-invitation.js';

/** What sends invitations that were made together. */
export interface InvitationMails {
  readonly mailer: Mailer;
  readonly baseUrl: string;
}

interface TakenInvitation {
  readonly id: number;
  readonly workspace_id: number;
  readonly email: string;
  readonly invited_by: string;
  readonly is_partner: boolean;
}

/**
 * Hands invitations that are due to the mailer, up to `limit`; returns how many were taken. Each gets a new token, and its days begin, when it is taken. It stays
 * due for a later time until the mailer has it, so that none is lost where the process is killed. One that was accepted, ended or sent in another way meanwhile is not sent. Without an email server, the file counts as sent.
 */
export async function sendInvitationMails(
  pool: Pool,
  { mailer, baseUrl }: InvitationMails,
  limit: number,
): Promise<number> {
  for (let taken = 0; taken < limit; taken++) {
    const token = newToken();
    const next = await takeNext(pool, token, mailer.hasServer);
    if (next === null) return taken;
    const { workspace_id: workspaceId, email, invited_by: invitedBy, is_partner: isPartner } = next;
    // One beyond the limit of its address stays due.
    if (!(await takeInvitationEmail(pool, email))) continue;
    const invitation = { workspaceId, email, invitedBy, isPartner, token };
    const message = await invitationMessage(pool, baseUrl, invitation);
    const isStored = await mailer.send(message, { waits: false });
    if (isStored || !mailer.hasServer) await markMailed(pool, token);
  }
  return limit;
}

async function takeNext(pool: Pool, token: string, byEmail: boolean): Promise<TakenInvitation | null> {
  const { rows } = await pool.query<TakenInvitation>(
    `update invitations set mail_at = now() + interval '${SENT_AGAIN_AFTER}', token_hash = $1, by_email = $3,
                            expires_at = now() + $2 * interval '1 day'
      where id = (select id from invitations where mail_at <= now() and accepted_at is null and revoked_at is null
                   order by mail_at, id limit 1 for update skip locked)
     returning id, workspace_id, email, invited_by, role is null as is_partner`,
    [hashToken(token), VALID_DAYS, byEmail],
  );
  return rows[0] ?? null;
}
