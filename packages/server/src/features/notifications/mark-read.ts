import { NotificationsRead, parseIsoTime, UnreadNotifications } from '@svc/contract';
import { defineOperation } from '../../operations/define-operation.js';
import { RefusedError } from '../../operations/refused-error.js';
import { countUnread } from './count-unread.js';

// Reading changes nothing for anyone else, so no audit log has an entry of it.
const AUDIT = 'account.update';

/** One that is added to later becomes unread again. */
export const markNotificationRead = defineOperation({
  name: 'markNotificationRead',
  route: 'POST /api/me/notifications/:id/read',
  permission: 'session',
  summary: 'Mark a notification as read',
  output: UnreadNotifications,
  audit: AUDIT,
  async run({ client, userId, id }) {
    const { rowCount } = await client.query(
      'update notifications set read_at = coalesce(read_at, now()) where user_id = $1 and id = $2',
      [userId, id()],
    );
    if (rowCount === 0) throw new RefusedError('not_found');
    return { answer: { unread: await countUnread(client, userId) }, entries: [] };
  },
});

/** Up to a time, so that what comes while someone reads stays unread. */
export const markNotificationsRead = defineOperation({
  name: 'markNotificationsRead',
  route: 'POST /api/me/notifications/read',
  permission: 'session',
  summary: 'Mark everything that happened up to a time as read',
  input: NotificationsRead,
  output: UnreadNotifications,
  audit: AUDIT,
  async run({ client, userId, input }) {
    const upToMs = parseIsoTime(input.up_to);
    if (upToMs === null) throw new RefusedError('field_invalid', 'up_to');
    await client.query(
      'update notifications set read_at = now() where user_id = $1 and read_at is null and happened_at <= $2',
      [userId, new Date(upToMs)],
    );
    return { answer: { unread: await countUnread(client, userId) }, entries: [] };
  },
});
