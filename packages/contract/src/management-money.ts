import Type, { type Static } from 'typebox';
import { CommissionItem, CustomerItem, EventItem, ReportAnswer, TOTALS } from './management.js';
import {
  Cents,
  CurrencyInput,
  Day,
  DayQuery,
  Id,
  IdInput,
  IdQuery,
  NoteInput,
  nullable,
  PAGE_QUERY,
  pageOf,
  Time,
  Total,
} from './management-types.js';

// Sales, commissions, customers, payouts and reports, as the dashboard narrows them down and changes them.

const CommissionStatus = Type.Enum(['pending', 'payable', 'paid', 'held', 'reversed']);

export const SaleQuery = Type.Object({
  partner_id: Type.Optional(IdQuery),
  customer_id: Type.Optional(IdQuery),
  transaction_id: Type.Optional(Type.String({ minLength: 1, maxLength: 255 })),
  ...PAGE_QUERY,
});

/** Query of the list of events: all kinds, or one. */
export const EventQuery = Type.Object({ type: Type.Optional(EventItem.properties.type), ...PAGE_QUERY });

/** Days count by when a commission was earned, both included. */
export const CommissionTotalsQuery = Type.Object({
  status: Type.Optional(CommissionStatus),
  partner_id: Type.Optional(IdQuery),
  customer_key: Type.Optional(Type.String({ minLength: 1, maxLength: 255 })),
  currency: Type.Optional(CurrencyInput),
  from: Type.Optional(DayQuery),
  to: Type.Optional(DayQuery),
});
export const CommissionQuery = Type.Object({ ...CommissionTotalsQuery.properties, ...PAGE_QUERY });

/** What is left of commissions, by currency and status. */
export const CommissionTotals = Type.Object({
  data: Type.Array(
    Type.Object({
      currency: Type.String(),
      status: CommissionStatus,
      commissions: Type.Integer(),
      amount_cents: Total,
    }),
  ),
});

export const CustomerQuery = Type.Object({
  customer_key: Type.Optional(Type.String({ minLength: 1, maxLength: 255 })),
  partner_id: Type.Optional(IdQuery),
  ...PAGE_QUERY,
});

const HoldReason = Type.String({ minLength: 1, maxLength: 500 });
export const CommissionHold = Type.Object({ reason: HoldReason });

/** Body of a change of many commissions. */
export const CommissionBulk = Type.Object({
  action: Type.Enum(['hold', 'release']),
  ids: Type.Array(IdInput, { minItems: 1, maxItems: 200 }),
  reason: Type.Optional(HoldReason),
});

/** What became of each; those that were refused do not keep the others. */
export const CommissionBulkAnswer = Type.Object({
  data: Type.Array(
    Type.Object({
      id: Id,
      ok: Type.Boolean(),
      error: nullable(Type.String()),
      commission: nullable(CommissionItem),
    }),
  ),
});

/** Something that happened with a customer, in the order it happened. */
export const TimelineEntry = Type.Object({
  type: Type.Enum(['click', 'lead', 'credit', 'sale', 'refund', 'commission']),
  id: Type.Integer({ description: 'Of a change of credit: which of the customer’s it is, from 1.' }),
  occurred_at: Time,
  text: Type.String(),
  amount_cents: nullable(Cents),
  currency: nullable(Type.String()),
  sale_id: nullable(Id),
  test_mode: Type.Boolean(),
});
export const CustomerDetail = Type.Object({
  ...CustomerItem.properties,
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

/** What is due to one partner in one currency, after what was taken back from earlier payouts. */
export const DueItem = Type.Object({
  partner_id: Id,
  name: Type.String(),
  email: Type.String(),
  currency: Type.String(),
  payable_cents: Type.Unsafe<bigint>(Type.Integer({ description: 'Commissions that can be paid.' })),
  carried_cents: Type.Unsafe<bigint>(
    Type.Integer({
      description:
        'Taken back after earlier payouts, and kept from this one; below zero: paid too little by them, and added.',
    }),
  ),
  due_cents: Type.Unsafe<bigint>(
    Type.Integer({ description: 'What a payout would pay; below zero: carried on.' }),
  ),
  minimum_cents: Type.Integer({ description: "The program's minimum payout in this currency; 0: none." }),
  is_due: Type.Boolean({ description: 'Above zero and at least the minimum of this currency.' }),
  carried_for: Type.Array(
    Type.Object({ commission_id: Id, refund_id: Id, amount_cents: Cents, occurred_at: Time }),
    { description: 'The refunds behind what is carried, the newest first, a few at most.' },
  ),
  method: nullable(Type.String({ description: 'How the partner wants to be paid, where that is known.' })),
  held_until: nullable(
    Type.String({
      format: 'date-time',
      description:
        'The payout details were changed a short time ago: payout runs skip the partner until then.',
    }),
  ),
});
export const DueAnswer = Type.Object({
  minimum_cents: Type.Integer({ description: "The minimum payout in the program's currency; 0: none." }),
  data: Type.Array(DueItem),
});

/** How somebody is paid, and so the payment file that a payout is in. */
export const PayoutMethod = Type.Enum(['bank', 'paypal', 'wise']);

/** Who a payout was made to, as it was when the payout was created. */
export const PAYEE = {
  payee_name: Type.String({
    description: 'The name on the account; without payout details, the name of the partner.',
  }),
  method: nullable(
    Type.Enum(['bank', 'paypal', 'wise'], { description: 'Null: there were no payout details.' }),
  ),
  account: nullable(Type.String({ description: 'Its last four characters, such as `…2051`.' })),
};

export const PayoutItem = Type.Object({
  id: Id,
  run_id: nullable(Id),
  partner_id: Id,
  name: Type.String(),
  ...PAYEE,
  format: Type.Enum(['bank', 'paypal', 'wise'], {
    description:
      'The one payment file that it is in while it is open; without payout details that of the bank.',
  }),
  currency: Type.String(),
  amount_cents: Cents,
  status: Type.Enum(['open', 'paid', 'cancelled']),
  reference: nullable(Type.String()),
  created_at: Time,
  settled_at: nullable(Time),
});
export const PayoutPage = pageOf(PayoutItem);
export const PayoutQuery = Type.Object({ partner_id: Type.Optional(IdQuery), ...PAGE_QUERY });

export const PayoutRunItem = Type.Object({
  id: Id,
  created_by: Type.String(),
  created_at: Time,
  totals: Type.Array(
    Type.Object({
      currency: Type.String(),
      status: Type.Enum(['open', 'paid', 'cancelled']),
      payouts: Type.Integer(),
      amount_cents: Total,
    }),
  ),
  skipped: Type.Array(
    Type.Object({
      partner_id: Id,
      reason: Type.Enum(['payout_details_changed'], {
        description: 'The payout details were changed within `payout_details_hold_hours` before the run.',
      }),
      held_until: Time,
    }),
    { description: 'Partners to whom at least the minimum was due, and whom the run left out all the same.' },
  ),
});
export const PayoutRunPage = pageOf(PayoutRunItem);
export const PayoutRunDetail = Type.Object({ ...PayoutRunItem.properties, payouts: Type.Array(PayoutItem) });

/** Body of a payout run: everybody who is due, or some of them. */
export const PayoutRunCreate = Type.Object({
  currency: Type.Optional(CurrencyInput),
  partner_ids: Type.Optional(Type.Array(IdInput, { minItems: 1, maxItems: 500 })),
});

/** Body that marks payouts as paid. With a `format`, only what is in that payment file. */
export const PayoutPay = Type.Object({
  reference: Type.String({ minLength: 1, maxLength: 200 }),
  format: Type.Optional(PayoutMethod),
});

/** What became of the payouts of a run; with a `format`, `paid`, `already_paid` and `cancelled` count those of that file. */
export const PayoutRunPaid = Type.Object({
  paid: Type.Integer({ description: 'Marked as paid by this request.' }),
  already_paid: Type.Integer({ description: 'Had been marked before.' }),
  cancelled: Type.Integer(),
  open: Type.Integer({ description: 'Payouts of the run that are still to be paid.' }),
});
export const PayoutFileQuery = Type.Object({ format: Type.Optional(PayoutMethod) });

/** A payment file that was written. */
export const PayoutFileItem = Type.Object({
  id: Id,
  format: PayoutMethod,
  sha256: Type.String({ description: 'Of the bytes of the file, in hexadecimal.' }),
  payouts: Type.Array(Id, { description: 'The payouts in it.' }),
  totals: Type.Array(Type.Object({ currency: Type.String(), payouts: Type.Integer(), amount_cents: Total })),
  created_by: Type.String({ description: 'Who downloaded it.' }),
  created_at: Time,
});
export const PayoutFilePage = pageOf(PayoutFileItem);

export const ReportFileQuery = Type.Object({
  from: Type.Optional(DayQuery),
  to: Type.Optional(DayQuery),
  by: Type.Optional(Type.Enum(['day', 'partner', 'link'])),
});

/** The first page of the dashboard: sums, the period before, every day of the period, the funnel, the best partners. */
export const OverviewAnswer = Type.Object({
  from: Day,
  to: Day,
  totals: ReportAnswer.properties.totals,
  previous: ReportAnswer.properties.previous,
  days: ReportAnswer.properties.days,
  funnel: Type.Array(
    Type.Object({ step: Type.Enum(['clicks', 'leads', 'customers', 'sales']), count: Total }),
  ),
  top_partners: Type.Array(Type.Object({ partner_id: Id, name: Type.String(), ...TOTALS })),
});

export const ClaimItem = Type.Object({
  id: Id,
  partner_id: Id,
  reference: Type.String({ description: "The customer's order, as the partner named it." }),
  note: nullable(Type.String()),
  status: Type.Enum(['open', 'accepted', 'rejected']),
  finding: Type.Enum(['unknown_order', 'credited', 'no_commission', 'credited_elsewhere', 'test_sale']),
  sale_id: nullable(Id),
  answer: nullable(Type.String()),
  created_at: Time,
  answered_at: nullable(Time),
});
export const ClaimPage = pageOf(ClaimItem);
export const ClaimQuery = Type.Object({
  status: Type.Optional(Type.Enum(['open', 'accepted', 'rejected'])),
  ...PAGE_QUERY,
});
export const ClaimAnswerInput = Type.Object({
  status: Type.Enum(['accepted', 'rejected']),
  answer: NoteInput,
});

export type CustomerDetail = Static<typeof CustomerDetail>;
export type CommissionTotals = Static<typeof CommissionTotals>;
export type DueItem = Static<typeof DueItem>;
export type PayoutItem = Static<typeof PayoutItem>;
export type PayoutRunItem = Static<typeof PayoutRunItem>;
export type PayoutRunPaid = Static<typeof PayoutRunPaid>;
export type PayoutFileItem = Static<typeof PayoutFileItem>;
export type PayoutMethod = Static<typeof PayoutMethod>;
export type OverviewAnswer = Static<typeof OverviewAnswer>;
export type ClaimItem = Static<typeof ClaimItem>;
