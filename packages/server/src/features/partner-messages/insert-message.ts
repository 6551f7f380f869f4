import type { ClientBase } from 'pg';
import { columnsOf } from '../../ingest/columns.js';
import type { Actor } from '../../operations/change.js';
import type { Recipient } from './recipients.js';

/** A message to partners of a program. */
export interface NewMessage {
  readonly workspaceId: number;
  readonly programId: number;
  readonly sender: Actor;
  readonly subject: string;
  readonly body: string;
}

/** Writes a message with its recipients, and a notification for each who has an account and did not turn them off; gives its id. */
export async function insertMessage(
  client: ClientBase,
  { workspaceId, programId, sender, subject, body }: NewMessage,
  recipients: readonly Recipient[],
): Promise<number> {
  const { rows } = await client.query<{ id: number }>(
    `insert into partner_messages (program_id, user_id, user_email, subject, body, recipient_count)
     values ($1, $2, $3, $4, $5, $6) returning id`,
    [programId, sender.userId, sender.email, subject, body, recipients.length],
  );
  const id = rows[0]?.id;
  if (id === undefined) throw new Error('the message was not written');
  await client.query(
    `insert into partner_message_recipients (message_id, partner_id, no_email)
     select $1, r.partner_id, r.no_email from unnest($2::bigint[], $3::text[]) as r (partner_id, no_email)`,
    [
      id,
      ...columnsOf(
        recipients,
        ({ partnerId }) => partnerId,
        ({ noEmail }) => noEmail,
      ),
    ],
  );
  const told = recipients.filter(({ userId, delivery }) => userId !== null && delivery !== 'off');
  await client.query(
    `insert into notifications
            (user_id, workspace_id, program_id, audience, kind, source, partner_id, object_id, count, last_sequence,
             happened_at, mail_at)
     select r.user_id, $2, $3, 'partner', 'partner_message', 'message ' || $1::bigint, r.partner_id, $1, 1, 0, now(),
            case when r.no_email is null then now() end
       from unnest($4::text[], $5::bigint[], $6::text[]) as r (user_id, partner_id, no_email)
     on conflict (user_id, kind, source) do nothing`,
    [
      id,
      workspaceId,
      programId,
      ...columnsOf(
        told,
        ({ userId }) => userId,
        ({ partnerId }) => partnerId,
        ({ noEmail }) => noEmail,
      ),
    ],
  );
  return id;
}
