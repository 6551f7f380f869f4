import {
  type Language,
  NOTIFICATION_AUDIENCES,
  type NotificationItem,
  type NotificationKind,
} from '@svc/contract';
import type { Pool } from 'pg';
import type { Mail } from '../../mail/mail.js';
import type { Mailer } from '../../mail/mailer.js';
import { notificationMail } from '../../mail/notification.js';
import { partnerMessageMail } from '../../mail/partner-message.js';
import { type WeeklyDigest, weeklyDigestMail } from '../../mail/weekly-digest.js';
import { isPermitted, permissionsOf } from '../../operations/permissions.js';
import { findPartnerBranding } from '../branding/find-branding.js';
import { mailBrand } from '../branding/mail-brand.js';
import { loadDigest } from '../digests/load-digest.js';
import { findReceived } from '../partner-messages/received-messages.js';
import { findWorkspaceAccess } from '../workspaces/find-workspace-access.js';
import { NOTIFICATION_COLUMNS } from './list-notifications.js';
import { ARE_OWN, FROM_NOTIFICATIONS } from './own-notifications.js';
import { deliveryOf } from './settings.js';
import type { StopLinks } from './stop-links.js';

/** What could not be sent for so long, because the service was down or moved, is not sent any more. */
const LATEST = '2 days';
const SENT_AGAIN_AFTER = '10 minutes';

interface MailRow extends Omit<NotificationItem, 'happened_at'> {
  readonly user_id: string;
  readonly email: string;
  readonly language: Language;
  readonly delivery: string;
}

/** What sends notifications by email. */
export interface NotificationMails {
  readonly mailer: Mailer;
  readonly stopLinks: StopLinks;
  readonly baseUrl: string;
}

/**
 * Emails notifications that are due, up to `limit`; gives how many were taken. One that was taken stays due for a later time until it is
 * stored for the mailer, so that none is lost where the process is killed; a failure to store one ends the run. Who may no longer see it, or
 * has chosen otherwise since, gets none.
 */
export async function sendNotificationMails(
  pool: Pool,
  { mailer, stopLinks, baseUrl }: NotificationMails,
  limit: number,
): Promise<number> {
  for (let taken = 0; taken < limit; taken++) {
    const next = await takeNext(pool);
    if (next === null) return taken;
    const mail = await loadMail(pool, next);
    const message = mail?.delivery === 'email' ? await messageOf(pool, mail, { stopLinks, baseUrl }) : null;
    if (message !== null && !(await mailer.send(message, { waits: false }))) return taken;
    await pool.query('update notifications set mail_at = null where id = $1', [next.id]);
  }
  return limit;
}

/** What a notification says by email; null: nothing any more. */
async function messageOf(
  pool: Pool,
  mail: MailRow,
  { stopLinks, baseUrl }: Omit<NotificationMails, 'mailer'>,
): Promise<Mail | null> {
  const { user_id: userId, email: to, language, kind } = mail;
  const stopUrl = stopLinks.urlOf({ userId, kind });
  if (kind === 'weekly_digest') {
    const digest = await loadDigestOf(pool, mail);
    return digest && weeklyDigestMail({ to, language, digest, baseUrl, stopUrl });
  }
  const isForPartner = NOTIFICATION_AUDIENCES[kind] === 'partner';
  const brand = mailBrand(await findPartnerBranding(pool, mail.workspace_id), baseUrl);
  if (kind === 'partner_message') {
    const { program_id: programId, partner_id: partnerId, program, object_id: messageId } = mail;
    const place = { programId: programId ?? 0, partnerId: partnerId ?? 0 };
    const message = await findReceived(pool, place, messageId);
    return (
      message &&
      partnerMessageMail({ to, language, message, program: program ?? '', ...place, brand, baseUrl, stopUrl })
    );
  }
  return notificationMail({ to, language, about: { ...mail, kind }, isForPartner, brand, baseUrl, stopUrl });
}

interface Taken {
  readonly id: number;
  readonly user_id: string;
  readonly kind: NotificationKind;
}

async function takeNext(pool: Pool): Promise<Taken | null> {
  const { rows } = await pool.query<Taken>(
    `update notifications set mail_at = now() + interval '${SENT_AGAIN_AFTER}'
      where id = (select id from notifications where mail_at <= now() order by mail_at limit 1 for update skip locked)
     returning id, user_id, kind`,
  );
  return rows[0] ?? null;
}

async function loadMail(pool: Pool, { id, user_id: userId, kind }: Taken): Promise<MailRow | null> {
  const { rows } = await pool.query<MailRow>(
    `select n.user_id, u.email, coalesce(u.language, 'en') as language, ${deliveryOf(kind, 'u.id')} as delivery, ${NOTIFICATION_COLUMNS}
       ${FROM_NOTIFICATIONS} where ${ARE_OWN} and n.id = $2 and n.happened_at > now() - interval '${LATEST}'`,
    [userId, id],
  );
  return rows[0] ?? null;
}

/** The digest as its reader may see it now; null: they may read no reports any more, or nothing is left to tell. */
async function loadDigestOf(pool: Pool, mail: MailRow): Promise<WeeklyDigest | null> {
  const { workspace_id: workspaceId, user_id: userId, week } = mail;
  const access = await findWorkspaceAccess(pool, workspaceId, userId);
  const role = access?.role ?? null;
  if (week === null || !isPermitted(role, 'report:read')) return null;
  const digest = await loadDigest(pool, { workspaceId, permissions: permissionsOf(role) }, week);
  return digest.programs.length > 0 ? digest : null;
}
