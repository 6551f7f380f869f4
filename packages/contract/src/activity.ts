import Type, { type Static } from 'typebox';
import { Cents, Id, nullable, PAGE_QUERY, pageOf, Time } from './shapes.js';

// Clicks, leads, sales and refunds in one list. Contract section 5.

export const EventItem = Type.Object({
  type: Type.Enum(['click', 'lead', 'sale', 'refund']),
  id: Type.Integer({ description: 'The number of the click; the id of the lead, sale or refund.' }),
  occurred_at: Time,
  test_mode: Type.Boolean(),
  bot: Type.Boolean({ description: 'A click by a program that says it is one; not counted.' }),
  click_id: nullable(Type.String()),
  partner_id: nullable(Id),
  link_id: nullable(Id),
  customer_id: nullable(Id),
  customer_key: nullable(Type.String()),
  sale_id: nullable(Id),
  transaction_id: nullable(Type.String()),
  amount_cents: nullable(Cents),
  currency: nullable(Type.String()),
});

export const EventPage = pageOf(EventItem);

/** Query of the list of events: all kinds, or one. */
export const EventQuery = Type.Object({ type: Type.Optional(EventItem.properties.type), ...PAGE_QUERY });

export type EventItem = Static<typeof EventItem>;
