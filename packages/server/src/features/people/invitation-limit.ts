import { createHash } from 'node:crypto';
import type { Pool } from 'pg';

const MAX_EMAILS = 10;
const WINDOW_SECONDS = 3_600;

/**
 * Counts an invitation email to an address; false: ten were counted within the last hour, by whichever workspaces, and no other may be sent. One
 * statement, so that the limit also holds for concurrent requests.
 */
export async function takeInvitationEmail(pool: Pool, email: string): Promise<boolean> {
  const { rowCount } = await pool.query({
    name: 'take-invitation-email',
    text: `
      insert into invitation_email_counts as a (address_hash, sent_at, forget_at)
      values ($1, array[now()], now() + $2 * interval '1 second')
      on conflict (address_hash) do update set
        sent_at = array(select t from unnest(a.sent_at) t where t > now() - $2 * interval '1 second') || now(),
        forget_at = now() + $2 * interval '1 second'
      where (select count(*) from unnest(a.sent_at) t where t > now() - $2 * interval '1 second') < $3`,
    values: [hashMailbox(email), WINDOW_SECONDS, MAX_EMAILS],
  });
  return rowCount === 1;
}

/** A tag behind a plus sign reaches the same mailbox at most providers, so it does not count. */
function hashMailbox(email: string): string {
  const mailbox = email
    .trim()
    .toLowerCase()
    .replace(/\+[^@]*@/, '@');
  return createHash('sha256').update(`invitation ${mailbox}`).digest('hex');
}
