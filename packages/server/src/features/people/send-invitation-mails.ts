import type { Pool } from 'pg';
import type { Mailer } from '../../mail/mailer.js';
import { VALID_DAYS } from './insert-invitation.js';
import { hashToken, newToken } from './invitation-item.js';
import { invitationMessage } from './send-invitation.js';

const SENT_AGAIN_AFTER = '10 minutes';

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
}

/**
 * Emails invitations that are due, up to `limit`; gives how many were taken. Each gets its token, and its days begin, when it is taken. It stays due for a
 * later time until it is sent, so that none is lost where the process is killed; one that the email server refuses ends the run. One that was
 * accepted, ended or sent in another way meanwhile is not sent. Where there is no email server, the file counts as sent.
 */
export async function sendInvitationMails(
  pool: Pool,
  { mailer, baseUrl }: InvitationMails,
  limit: number,
): Promise<number> {
  for (let taken = 0; taken < limit; taken++) {
    const token = newToken();
    const next = await takeNext(pool, token);
    if (next === null) return taken;
    const { id, workspace_id: workspaceId, email, invited_by: invitedBy } = next;
    const invitation = { workspaceId, email, invitedBy, isPartner: true, token };
    const isSent = await mailer.send(await invitationMessage(pool, baseUrl, invitation));
    if (!isSent && mailer.hasServer) return taken;
    await pool.query('update invitations set mail_at = null where id = $1 and token_hash = $2', [
      id,
      hashToken(token),
    ]);
  }
  return limit;
}

async function takeNext(pool: Pool, token: string): Promise<TakenInvitation | null> {
  const { rows } = await pool.query<TakenInvitation>(
    `update invitations set mail_at = now() + interval '${SENT_AGAIN_AFTER}', token_hash = $1, expires_at = now() + $2 * interval '1 day'
      where id = (select id from invitations where mail_at <= now() and accepted_at is null and revoked_at is null
                   order by mail_at, id limit 1 for update skip locked)
     returning id, workspace_id, email, invited_by`,
    [hashToken(token), VALID_DAYS],
  );
  return rows[0] ?? null;
}
