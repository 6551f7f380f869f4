import Type, { type Static } from 'typebox';
import { Cents, Currency, Day, Id, nullable, pageOf, Time } from './shapes.js';

// What people are told about their programs, made from the events.

/** Of each kind of notification: whom it is for. */
export const NOTIFICATION_AUDIENCES = {
  partner_approved: 'partner',
  first_click: 'partner',
  commission_earned: 'partner',
  commission_reassigned: 'partner',
  commission_rejected: 'partner',
  payout_paid: 'partner',
  adjustment_received: 'partner',
  claim_answered: 'partner',
  partner_message: 'partner',
  application_received: 'team',
  claim_received: 'team',
  commission_flagged: 'team',
  payouts_ready: 'team',
  weekly_digest: 'team',
} as const;

export type NotificationKind = keyof typeof NOTIFICATION_AUDIENCES;

export const NOTIFICATION_KINDS = Object.keys(NOTIFICATION_AUDIENCES) as readonly NotificationKind[];

export const NotificationItem = Type.Object({
  id: Id,
  kind: Type.Enum([...NOTIFICATION_KINDS]),
  workspace_id: Id,
  workspace: Type.String({ description: 'Its name.' }),
  program_id: nullable(Id),
  program: nullable(Type.String({ description: 'Its name.' })),
  partner_id: nullable(Id),
  partner: nullable(Type.String({ description: 'The name of the partner it is about.' })),
  object_id: Id,
  reference: nullable(Type.String({ description: 'The order number of a claim.' })),
  subject: nullable(Type.String({ description: 'The subject of a message to partners.' })),
  status: nullable(Type.Enum(['open', 'accepted', 'rejected'], { description: 'What a claim is now.' })),
  count: Type.Integer({
    description:
      'How many commissions: those of one program, partner, currency and day are one notification. Of payouts that are ready: how many there are.',
  }),
  amount_cents: nullable(Cents),
  currency: nullable(Currency),
  week: nullable({
    ...Type.Object({
      from: Day,
      to: Day,
      clicks: Type.Integer(),
      sales: Type.Integer(),
    }),
    description:
      'Of a weekly digest: Monday and Sunday, and the clicks and sales of all programs on these days (UTC). `program_id` is null if several programs have news.',
  }),
  happened_at: Time,
  is_read: Type.Boolean(),
});

export const NotificationPage = pageOf(NotificationItem);

export const UnreadNotifications = Type.Object({ unread: Type.Integer() });

export const NotificationsRead = Type.Object({
  up_to: Type.String({
    maxLength: 40,
    description: 'ISO 8601. Everything that happened until then, as `happened_at` of the newest one shown.',
  }),
});

export type NotificationItem = Static<typeof NotificationItem>;

/** How each kind can be told: in the app and by email, in the app, or not at all. The first one is the default. */
export const NOTIFICATION_DELIVERIES = {
  // The decision on an application is an email of its own, to everyone.
  partner_approved: ['app', 'off'],
  first_click: ['email', 'app', 'off'],
  commission_earned: ['app', 'email', 'off'],
  commission_reassigned: ['email', 'app', 'off'],
  commission_rejected: ['email', 'app', 'off'],
  payout_paid: ['email', 'app', 'off'],
  adjustment_received: ['email', 'app', 'off'],
  claim_answered: ['email', 'app', 'off'],
  partner_message: ['email', 'app', 'off'],
  application_received: ['email', 'app', 'off'],
  claim_received: ['email', 'app', 'off'],
  commission_flagged: ['app', 'email', 'off'],
  payouts_ready: ['email', 'app', 'off'],
  weekly_digest: ['email', 'app', 'off'],
} as const satisfies Readonly<Record<NotificationKind, readonly ('email' | 'app' | 'off')[]>>;

const NotificationDelivery = Type.Enum(['email', 'app', 'off'], {
  description:
    '`email`: in the app and by email; what many events are told together as, by one email when the day is over.',
});

export const NotificationSettings = Type.Object({
  data: Type.Array(
    Type.Object({
      kind: Type.Enum([...NOTIFICATION_KINDS]),
      audience: Type.Enum(['partner', 'team'], { description: 'As what the caller is told.' }),
      delivery: NotificationDelivery,
      choices: Type.Array(NotificationDelivery),
    }),
  ),
});

export const NotificationSettingUpdate = Type.Object({
  kind: Type.Enum([...NOTIFICATION_KINDS]),
  delivery: NotificationDelivery,
});

export type NotificationSettings = Static<typeof NotificationSettings>;
