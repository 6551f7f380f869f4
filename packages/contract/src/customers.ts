import Type, { type Static } from 'typebox';
import {
  Cents,
  Currency,
  Id,
  IdInput,
  IdQuery,
  nullable,
  PAGE_QUERY,
  pageOf,
  ReasonInput,
  Time,
  Total,
} from './shapes.js';

// Customers with what happened. Contract section 5.

export const CustomerItem = Type.Object({
  id: Id,
  customer_key: nullable(Type.String()),
  status: Type.Enum(['visitor', 'lead', 'customer']),
  click_id: nullable(Type.String()),
  partner_id: nullable(Id),
  link_id: nullable(Id),
  test_mode: Type.Boolean({
    description: 'Made by a test lead or test sale. The key stays free for the real customer.',
  }),
  named_by: Type.Enum(['browser', 'server'], {
    description:
      '`browser`: only pages have named the customer, so the first report of a server with a click or a code decides who is credited. `server`: a server has named a partner, or someone has assigned them.',
  }),
  created_at: Time,
  lead_at: nullable(Time),
  first_sale_id: nullable(Id),
  first_sale_at: nullable(Time),
});

export const CustomerPage = pageOf(CustomerItem);

export const CustomerQuery = Type.Object({
  customer_key: Type.Optional(Type.String({ minLength: 1, maxLength: 255 })),
  partner_id: Type.Optional(IdQuery),
  ...PAGE_QUERY,
});

/** How credit for a customer moved. */
const TimelineCredit = Type.Object({
  from: nullable(Type.String({ description: 'The name of the partner; null: nobody was credited.' })),
  from_link: nullable(Type.String()),
  to: Type.String(),
  to_link: nullable(Type.String()),
  reason: Type.Enum(['server_lead', 'server_sale', 'assigned']),
  code: nullable(
    Type.String({ description: 'The code that was named; null: a click was, or a person assigned.' }),
  ),
  by: nullable(Type.String({ description: 'Who assigned the customer.' })),
  note: nullable(Type.String({ description: 'What they wrote.' })),
  moves_sales: Type.Boolean({ description: 'Whether all sales so far were assigned too.' }),
});

/** Something that happened with a customer, in the order it happened. */
export const TimelineEntry = Type.Object({
  type: Type.Enum(['click', 'lead', 'credit', 'sale', 'refund', 'commission']),
  id: Type.Integer({ description: 'Of a change of credit: which of the customer’s it is, from 1.' }),
  occurred_at: Time,
  text: Type.String(),
  details: Type.Object(
    {
      affiliate_url: nullable(Type.String()),
      lead_source: nullable(Type.Enum(['browser', 'server'])),
      transaction_id: nullable(Type.String()),
      movement: nullable(
        Type.Enum([
          'earn',
          'mature',
          'hold',
          'release',
          'reverse',
          'restore',
          'reassign',
          'reject',
          'pay',
          'unpay',
          'carry',
          'uncarry',
        ]),
      ),
      credit: nullable(TimelineCredit),
    },
    { description: 'What `text` says, to be shown in other words.' },
  ),
  amount_cents: nullable(Cents),
  currency: nullable(Type.String()),
  sale_id: nullable(Id),
  test_mode: Type.Boolean(),
});

export const CustomerDetail = Type.Object({
  ...CustomerItem.properties,
  erased_at: nullable(Time),
  partner: nullable(Type.Object({ id: Id, name: Type.String() })),
  link: nullable(Type.Object({ id: Id, short_link: Type.String() })),
  totals: Type.Array(
    Type.Object({
      currency: Type.String(),
      sales: Type.Integer({ description: 'Test sales aside.' }),
      revenue_cents: Total,
      refunded_cents: Total,
      commission_cents: Type.Unsafe<bigint>(Type.Integer({ description: 'What is left of it now.' })),
    }),
  ),
  timeline: Type.Array(TimelineEntry),
  is_cut: Type.Optional(
    Type.Boolean({ description: 'More happened than the timeline shows, which has the newest of it.' }),
  ),
});

/** Body of the assignment of a customer to another partner. Contract 2, section 12. */
export const CustomerAssign = Type.Object({
  partner_id: IdInput,
  from: Type.Enum(['now', 'first_sale'], {
    description: '`now`: later sales go to the partner. `first_sale`: the sales so far do, too.',
  }),
  reason: ReasonInput,
  preview: Type.Optional(Type.Boolean({ description: 'True: shows the response and changes nothing.' })),
});

export const CustomerAssigned = Type.Object({
  customer: CustomerItem,
  changes: Type.Array(
    Type.Object({
      sale_id: Id,
      from_partner_id: Id,
      to_partner_id: Id,
      currency: Currency,
      reversed_cents: Type.Integer({ description: 'Taken from the one partner.' }),
      earned_cents: Type.Integer({ description: 'Earned by the other.' }),
    }),
    {
      description:
        'One for each sale that is assigned; two where what it earned the two is in two currencies.',
    },
  ),
});

/** Body of the erasure of a customer. Contract 2, section 15. */
export const CustomerErase = Type.Object({ reason: ReasonInput });

export const CustomerErased = Type.Object({
  customer_id: Id,
  customer_key: nullable(
    Type.String({ description: 'A made-up key in place of the customer’s, which is free for somebody new.' }),
  ),
  erased_at: Time,
  clicks: Type.Integer({ description: 'Clicks whose addresses were erased.' }),
  processor_events: Type.Integer({
    description: 'Events of the card processor, of which ids, amounts and times are left.',
  }),
  audit_entries: Type.Integer({ description: 'Entries of the audit log that named the customer.' }),
  texts: Type.Integer({ description: 'Notes, reasons and claims that named the customer.' }),
  order_ids_naming_the_customer: Type.Integer({
    description:
      'Transaction ids that contain the key or the address. They stay, because the sales are known by them.',
  }),
});

export type CustomerErased = Static<typeof CustomerErased>;
export type CustomerAssigned = Static<typeof CustomerAssigned>;
export type CustomerItem = Static<typeof CustomerItem>;
export type CustomerDetail = Static<typeof CustomerDetail>;
