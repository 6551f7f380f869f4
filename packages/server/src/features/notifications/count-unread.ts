import { UnreadNotifications } from '@svc/contract';
import type { ClientBase, Pool } from 'pg';
import { defineRead } from '../../operations/define-operation.js';
import { ARE_OWN, FROM_NOTIFICATIONS } from './own-notifications.js';

/** How many notifications of an account are unread. */
export async function countUnread(db: Pool | ClientBase, userId: string): Promise<number> {
  const { rows } = await db.query<{ unread: number }>(
    `select count(*) as unread ${FROM_NOTIFICATIONS} where ${ARE_OWN} and n.read_at is null`,
    [userId],
  );
  return rows[0]?.unread ?? 0;
}

export const countUnreadNotifications = defineRead({
  name: 'countUnreadNotifications',
  route: 'GET /api/me/notifications/unread',
  permission: 'session',
  summary: 'How many notifications the caller has not read',
  output: UnreadNotifications,
  run: async ({ pool, userId }) => ({ unread: await countUnread(pool, userId) }),
});
