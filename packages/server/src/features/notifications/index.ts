import type { Operation } from '../../operations/operation.js';
import { countUnreadNotifications } from './count-unread.js';
import { listNotifications } from './list-notifications.js';
import { markNotificationRead, markNotificationsRead } from './mark-read.js';
import { readNotificationSettings, updateNotificationSettings } from './settings.js';

/** What can be asked of notifications. */
export const NOTIFICATIONS: readonly Operation[] = [
  countUnreadNotifications,
  listNotifications,
  markNotificationRead,
  markNotificationsRead,
  readNotificationSettings,
  updateNotificationSettings,
];
