import { createHash, randomUUID } from 'node:crypto';
import type { MailCause } from '@svc/contract';
import type { Pool } from 'pg';
import { DecryptionError, type Encryption } from '../crypto/encryption.js';
import type { Mail } from './mail.js';

/** The purpose for which `createEncryption` derives the key of waiting emails. */
export const OUTBOX_PURPOSE = 'waiting emails';

const CONTEXT = 'email';
/** PostgreSQL interval in which one attempt certainly ends; a process that was killed blocks an email no longer than that. */
const LONGEST_ATTEMPT = '2 minutes';
const KEPT_FOR = '1 day';
/** Seconds until the next attempt: after failures of the server, and of one email. The last one repeats. */
const SERVER_DELAYS = [15, 30, 60, 120, 300, 600, 900] as const;
const EMAIL_DELAYS = [60, 300, 900, 1800, 3600] as const;

/** An email that waits, with the identifier that all its attempts have, so that a server can recognize a repeat. */
export interface WaitingMail {
  readonly id: number;
  readonly mail: Mail;
  readonly messageId: string;
}

/** The emails that wait in the database. */
export interface Outbox {
  /** Stores an email; returns its id. */
  insert(mail: Mail): Promise<number>;
  /** Takes the next email that is due, for one attempt; null: none is due. */
  takeNext(): Promise<WaitingMail | null>;
  /** Deletes an email that the server has taken. True if the server had failed before. */
  deleteSent(id: number): Promise<boolean>;
  deleteRefused(id: number): Promise<void>;
  /** Postpones one email; false: it is a day old, and was deleted. */
  postpone(id: number): Promise<boolean>;
  /** Postpones all emails, because the server takes none; returns how many were a day old, and were deleted. */
  pause(id: number, cause: MailCause): Promise<number>;
  /** Ends a pause: the settings may have changed. */
  endPause(): Promise<void>;
}

interface TakenRow {
  readonly id: number;
  readonly content: string;
}

const TAKE = `
  update outgoing_emails set attempts = attempts + 1, next_attempt_at = now() + interval '${LONGEST_ATTEMPT}'
   where id = (select e.id from outgoing_emails e
                where e.next_attempt_at <= now()
                  and not exists (select 1 from email_failures where paused_until > now())
                  and not exists (select 1 from outgoing_emails b
                                   where b.recipient_hash = e.recipient_hash and b.id < e.id)
                order by e.id limit 1 for update skip locked)
  returning id, content`;

/** The delay after this many attempts, as an SQL expression. */
function delayOf(attempts: string, seconds: readonly number[]): string {
  return `(array[${seconds.join(',')}])[least(${attempts}, ${seconds.length})] * interval '1 second'`;
}

/** The outbox of a database. Contents are encrypted: what is in an email opens accounts. */
export function createOutbox(pool: Pool, encryption: Encryption, domain: string): Outbox {
  const remove = async (id: number) =>
    void (await pool.query('delete from outgoing_emails where id = $1', [id]));
  const outbox: Outbox = {
    async insert(mail) {
      const content = { mail, messageId: `<${randomUUID()}@${domain}>` };
      const recipientHash = createHash('sha256').update(`recipient ${mail.to.toLowerCase()}`).digest('hex');
      const { rows } = await pool.query<{ id: number }>(
        'insert into outgoing_emails (recipient_hash, content) values ($1, $2) returning id',
        [recipientHash, encryption.encrypt(JSON.stringify(content), CONTEXT)],
      );
      return rows[0]?.id ?? 0;
    },
    async takeNext() {
      const { rows } = await pool.query<TakenRow>(TAKE);
      const row = rows[0];
      if (row === undefined) return null;
      try {
        return { id: row.id, ...JSON.parse(encryption.decrypt(row.content, CONTEXT)) };
      } catch (error) {
        if (!(error instanceof DecryptionError)) throw error;
        // A process with the right secret may still send it.
        await outbox.postpone(row.id);
        return outbox.takeNext();
      }
    },
    async deleteSent(id) {
      await remove(id);
      const { rowCount } = await pool.query('delete from email_failures');
      return rowCount === 1;
    },
    deleteRefused: remove,
    async postpone(id) {
      const { rows } = await pool.query<{ is_old: boolean }>(
        `update outgoing_emails set next_attempt_at = now() + ${delayOf('attempts', EMAIL_DELAYS)} where id = $1
         returning created_at < now() - interval '${KEPT_FOR}' as is_old`,
        [id],
      );
      if (rows[0]?.is_old === true) await remove(id);
      return rows[0]?.is_old !== true;
    },
    async pause(id, cause) {
      await pool.query(
        `insert into email_failures as f (cause, paused_until) values ($1, now() + ${delayOf('1', SERVER_DELAYS)})
         on conflict (id) do update set cause = excluded.cause, attempts = f.attempts + 1,
                                        paused_until = now() + ${delayOf('f.attempts + 1', SERVER_DELAYS)}`,
        [cause],
      );
      await pool.query(
        'update outgoing_emails set next_attempt_at = now(), attempts = attempts - 1 where id = $1',
        [id],
      );
      const { rowCount } = await pool.query(
        `delete from outgoing_emails where created_at < now() - interval '${KEPT_FOR}'`,
      );
      return rowCount ?? 0;
    },
    async endPause() {
      await pool.query('update email_failures set paused_until = now() where paused_until > now()');
    },
  };
  return outbox;
}
