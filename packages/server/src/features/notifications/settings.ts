import {
  NOTIFICATION_AUDIENCES,
  NOTIFICATION_DELIVERIES,
  NOTIFICATION_KINDS,
  type NotificationKind,
  NotificationSettings,
  NotificationSettingUpdate,
} from '@svc/contract';
import type { ClientBase, Pool } from 'pg';
import { defineOperation, defineRead } from '../../operations/define-operation.js';
import { RefusedError } from '../../operations/refused-error.js';
import { listMemberships } from '../people/list-memberships.js';
import { isPartner } from '../programs/partner-access.js';

type Delivery = NotificationSettings['data'][number]['delivery'];

/** What somebody chose for a kind, as SQL; where they chose nothing, the default. `user` is the column of the account. */
export function deliveryOf(kind: NotificationKind, user: string): string {
  return `coalesce((select c.delivery from notification_settings c where c.user_id = ${user} and c.kind = '${kind}'),
                   '${NOTIFICATION_DELIVERIES[kind][0]}')`;
}

/** Stores what somebody chose for a kind. */
export async function chooseDelivery(
  db: Pool | ClientBase,
  {
    userId,
    kind,
    delivery,
  }: { readonly userId: string; readonly kind: NotificationKind; readonly delivery: Delivery },
): Promise<void> {
  await db.query(
    `insert into notification_settings (user_id, kind, delivery) values ($1, $2, $3)
     on conflict (user_id, kind) do update set delivery = excluded.delivery`,
    [userId, kind, delivery],
  );
}

/** The settings of the kinds that somebody can be told of. */
async function loadSettings(pool: Pool, userId: string): Promise<NotificationSettings> {
  const [memberships, isOfPartner, { rows }] = await Promise.all([
    listMemberships(pool, userId),
    isPartner(pool, userId),
    pool.query<{ kind: string; delivery: Delivery }>(
      'select kind, delivery from notification_settings where user_id = $1',
      [userId],
    ),
  ]);
  const chosen = new Map(rows.map(({ kind, delivery }) => [kind, delivery]));
  const concerns = { partner: isOfPartner, team: memberships.some(({ role }) => role !== 'none') };
  return {
    data: NOTIFICATION_KINDS.filter((kind) => concerns[NOTIFICATION_AUDIENCES[kind]]).map((kind) => ({
      kind,
      audience: NOTIFICATION_AUDIENCES[kind],
      delivery: chosen.get(kind) ?? NOTIFICATION_DELIVERIES[kind][0],
      choices: [...NOTIFICATION_DELIVERIES[kind]],
    })),
  };
}

export const readNotificationSettings = defineRead({
  name: 'readNotificationSettings',
  route: 'GET /api/me/notification-settings',
  permission: 'session',
  summary: 'How the caller is told of each kind of thing',
  output: NotificationSettings,
  run: ({ pool, userId }) => loadSettings(pool, userId),
});

export const updateNotificationSettings = defineOperation({
  name: 'updateNotificationSettings',
  route: 'PATCH /api/me/notification-settings',
  permission: 'session',
  summary: 'Choose how to be told of a kind of thing, from now on',
  input: NotificationSettingUpdate,
  output: NotificationSettings,
  audit: 'account.update',
  async run({ client, userId, input: { kind, delivery } }) {
    const choices: readonly Delivery[] = NOTIFICATION_DELIVERIES[kind];
    if (!choices.includes(delivery)) throw new RefusedError('field_invalid', 'delivery');
    await chooseDelivery(client, { userId, kind, delivery });
    return { answer: null, entries: [] };
  },
  after: ({ pool, userId }) => loadSettings(pool, userId),
});
