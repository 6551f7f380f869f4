import { type NotificationItem, NotificationPage, PageQuery } from '@svc/contract';
import { defineList } from '../../operations/define-operation.js';
import { loadPage, type SortColumns } from '../../operations/keyset.js';
import { PARTNER_NAME } from '../branding/partner-branding.js';
import { ARE_OWN, FROM_NOTIFICATIONS } from './own-notifications.js';

type NotificationRow = Omit<NotificationItem, 'happened_at'> & { readonly happened_at: Date };

/** What is shown of a notification, as SQL; the reading of it is `FROM_NOTIFICATIONS`. */
export const NOTIFICATION_COLUMNS = `n.id, n.kind, w.id as workspace_id, case n.audience when 'partner' then ${PARTNER_NAME} else w.name end as workspace, n.program_id, g.name as program, n.partner_id,
         p.name as partner, n.object_id, c.reference, m.subject, c.status, n.count, n.amount_cents, n.currency, n.happened_at,
         case when n.week is not null then jsonb_build_object(
           'from', n.week::text, 'to', (n.week + 6)::text, 'clicks', n.week_clicks, 'sales', n.week_sales) end as week,
         n.read_at is not null as is_read`;

const SELECT = `select ${NOTIFICATION_COLUMNS} ${FROM_NOTIFICATIONS}`;

const SORTS: SortColumns = { happened_at: { sql: 'n.happened_at', type: 'time' } };

export const listNotifications = defineList({
  name: 'listNotifications',
  route: 'GET /api/me/notifications',
  permission: 'session',
  summary: 'What happened in the programs of the caller, newest first; kept for 90 days',
  input: PageQuery,
  output: NotificationPage,
  sorts: SORTS,
  search: null,
  run: ({ pool, userId }, page) =>
    loadPage<NotificationRow, NotificationItem>(
      pool,
      page,
      { select: SELECT, where: ARE_OWN, values: [userId], id: 'n.id', sorts: SORTS },
      (row) => ({ ...row, happened_at: row.happened_at.toISOString() }),
    ),
});
