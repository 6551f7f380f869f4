import Type, { type Static } from 'typebox';
import { AdjustmentItem } from './adjustments.js';
import { ClaimItem } from './claims.js';
import { CommissionListItem } from './commissions.js';
import { CustomerItem } from './customers.js';
import { EVENT_TYPES, type SvcEventType } from './event-types.js';
import { PartnerFigures } from './partners.js';
import { PayoutItem } from './payouts.js';
import { SaleItem } from './sales.js';
import { Cents, Currency, Id, IdInput, nullable, Time } from './shapes.js';

// Events for other programs: the feed and webhooks. Contract 2, section 9. The list of clicks, leads, sales and refunds is in activity.ts.

export const EventLead = Type.Object({
  id: Id,
  customer_id: Id,
  customer_key: nullable(Type.String({ description: 'The key when the lead was recorded.' })),
  partner_id: nullable(Id),
  link_id: nullable(Id),
  test_mode: Type.Boolean(),
  source: Type.Enum(['browser', 'server']),
  occurred_at: Time,
});

export const EventRefund = Type.Object({
  id: Id,
  sale_id: Id,
  refund_id: nullable(Type.String({ description: 'As the caller or the payment provider named it.' })),
  amount_cents: Type.Integer({ description: 'Below zero: an earlier refund has failed.' }),
  currency: Currency,
  source: Type.Enum(['api', 'processor']),
  occurred_at: Time,
});

/** What a movement of the ledger did to a commission. */
export const CommissionChangeKind = Type.Enum([
  'hold',
  'release',
  'reversal',
  'reassignment',
  'rejection',
  'maturity',
  'restoration',
  'payout_cancellation',
]);

export const EventMovement = Type.Object(
  { id: Id, amount_cents: Cents, currency: Currency, occurred_at: Time },
  { description: 'The movement of the ledger that the event reports, which never changes.' },
);

export const EventDispute = Type.Object({
  id: Type.String({ description: "The payment provider's id." }),
  payment_id: Id,
  status: Type.Enum(['open', 'lost', 'won']),
  amount_cents: Cents,
  currency: Currency,
  reported_at: Time,
});

// The account is not part of it: an event may be stored and passed on where payout details must not be.
const { payee_name: _payeeName, account: _account, ...payout } = PayoutItem.properties;
export const EventPayout = Type.Object(payout);

/** As the list shows a partner, without sums. */
const { totals: _totals, ...partner } = PartnerFigures.properties;
export const EventPartner = Type.Object(partner);

/** The objects of an event, as the lists of the dashboard show them now; `EVENT_DATA` says which of them each type has. */
export const EventData = Type.Object({
  sample: Type.Optional(Type.Boolean({ description: 'Made up by a trigger: its objects do not exist.' })),
  customer: Type.Optional(CustomerItem),
  lead: Type.Optional(EventLead),
  sale: Type.Optional(nullable(SaleItem)),
  refund: Type.Optional(EventRefund),
  commission: Type.Optional(CommissionListItem),
  change: Type.Optional(CommissionChangeKind),
  movement: Type.Optional(EventMovement),
  dispute: Type.Optional(EventDispute),
  partner: Type.Optional(EventPartner),
  payout: Type.Optional(EventPayout),
  claim: Type.Optional(ClaimItem),
  adjustment: Type.Optional(AdjustmentItem),
});

export type EventData = Static<typeof EventData>;

/** Which objects the data of each type has. */
export const EVENT_DATA: Readonly<Record<SvcEventType, readonly (keyof EventData)[]>> = {
  'lead.created': ['customer', 'lead'],
  'sale.created': ['sale'],
  'sale.refunded': ['sale', 'refund'],
  'commission.created': ['commission', 'movement'],
  'commission.changed': ['commission', 'change', 'movement'],
  'commission.paid': ['commission', 'movement'],
  'dispute.opened': ['dispute', 'sale'],
  'dispute.closed': ['dispute', 'sale'],
  'partner.applied': ['partner'],
  'partner.updated': ['partner'],
  'payout.created': ['payout'],
  'payout.paid': ['payout'],
  'payout.reopened': ['payout'],
  'payout.cancelled': ['payout'],
  'claim.created': ['claim'],
  'claim.answered': ['claim'],
  'adjustment.created': ['adjustment'],
  'customer.assigned': ['customer'],
  'customer.erased': ['customer'],
};

export const SvcEvent = Type.Object({
  id: Type.String({ description: 'Starts with `evt_`; the same wherever the event appears.' }),
  type: Type.Enum([...EVENT_TYPES, 'webhook.test']),
  sequence: Type.Integer({ description: '1, 2, 3 … in the workspace, without gaps.' }),
  workspace_id: Id,
  program_id: nullable(Id),
  created_at: Time,
  test_mode: Type.Boolean(),
  data: EventData,
});

export type SvcEvent = Static<typeof SvcEvent>;

/** Query of the feed. An empty value counts as not given. */
export const EventFeedQuery = Type.Object({
  after: Type.Optional(
    Type.String({
      pattern: '^([0-9]{1,15}|latest)?$',
      description:
        'The last number that the reader has; 0 when not given: from the beginning. `latest` gives the last number and no events.',
    }),
  ),
  limit: Type.Optional(
    Type.String({ description: 'How many events; a positive integer, 100 when not given, at most 1,000.' }),
  ),
  types: Type.Optional(Type.String({ description: 'Only these types, with commas between them.' })),
  program_id: Type.Optional(
    Type.String({ pattern: '^([0-9]{1,15})?$', description: 'Only events of this program.' }),
  ),
  wait_seconds: Type.Optional(
    Type.String({
      pattern: '^([0-9]|[12][0-9]|30)?$',
      description: 'How long to wait for an event when there is none, up to 30; 0 when not given.',
    }),
  ),
});

export const EventFeed = Type.Object({
  data: Type.Array(SvcEvent),
  last_sequence: Type.Integer({
    description:
      'The highest number that was looked at: what to send as `after` next. With a filter, it may be higher than that of the last event.',
  }),
});

export type EventFeed = Static<typeof EventFeed>;

/** Body of a trigger. Without a program, the event is of the workspace's oldest one that is not archived. */
export const EventTrigger = Type.Object({
  type: Type.Enum([...EVENT_TYPES]),
  program_id: Type.Optional(IdInput),
});

export const EventTriggered = Type.Object({
  type: Type.Enum([...EVENT_TYPES]),
  program_id: nullable(Id),
  sample: Type.Boolean({
    description: 'False: the events were recorded like those of a visitor, in test mode.',
  }),
});
