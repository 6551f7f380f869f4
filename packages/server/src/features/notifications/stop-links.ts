import { createHmac, timingSafeEqual } from 'node:crypto';
import { type Language, NOTIFICATION_KINDS, type NotificationKind } from '@svc/contract';
import type { Pool } from 'pg';
import { chooseDelivery } from './settings.js';

/** Whose emails of which kind a link ends. */
export interface StoppedMails {
  readonly userId: string;
  readonly kind: NotificationKind;
}

/** Links that end emails of one kind for one person, without signing in. They never expire, as emails are read years later. */
export interface StopLinks {
  urlOf(mails: StoppedMails): string;
  /** What a token stands for; null: it is not one of ours. */
  read(token: string): StoppedMails | null;
}

/** The path of the links; the token follows. */
export const STOP_PATH = '/stop-emails';

/** `keys`: the one that signs, and those that signed before. */
export function createStopLinks(keys: readonly [string, ...string[]], baseUrl: string): StopLinks {
  const sign = (key: string, text: string) => createHmac('sha256', key).update(text).digest();
  return {
    urlOf({ userId, kind }) {
      const text = Buffer.from(`${kind} ${userId}`).toString('base64url');
      return `${baseUrl}${STOP_PATH}/${text}.${sign(keys[0], text).toString('base64url')}`;
    },
    read(token) {
      const [text = '', signature = ''] = token.split('.');
      const given = Buffer.from(signature, 'base64url');
      const isOurs = keys.some((key) => {
        const expected = sign(key, text);
        return given.length === expected.length && timingSafeEqual(given, expected);
      });
      if (!isOurs) return null;
      const [, kind, userId] = /^(\w+) (.+)$/s.exec(Buffer.from(text, 'base64url').toString()) ?? [];
      const known = NOTIFICATION_KINDS.find((one) => one === kind);
      return known === undefined || userId === undefined ? null : { userId, kind: known };
    },
  };
}

/**
 * Ends emails where that was asked for; what was turned off stays off. Gives the language of the person; null: the account is gone.
 */
export async function stopMails(
  pool: Pool,
  { userId, kind }: StoppedMails,
  { isAsked }: { readonly isAsked: boolean },
): Promise<{ readonly language: Language } | null> {
  const { rows } = await pool.query<{ language: Language; is_off: boolean }>(
    `select coalesce(language, 'en') as language, exists (select 1 from notification_settings c
                               where c.user_id = u.id and c.kind = $2 and c.delivery = 'off') as is_off
       from users u where u.id = $1`,
    [userId, kind],
  );
  const [person] = rows;
  if (person === undefined) return null;
  if (isAsked && !person.is_off) await chooseDelivery(pool, { userId, kind, delivery: 'app' });
  return { language: person.language };
}
