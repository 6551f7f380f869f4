import Type, { type Static } from 'typebox';
import {
  Cents,
  Currency,
  Day,
  Id,
  MinimumPayout,
  nullable,
  pageOf,
  Time,
  Total,
} from './management-types.js';

// What the dashboard reads. Contract section 5.

const Source = Type.Enum(['api', 'processor']);

export const ProgramParams = Type.Object({ programId: Type.String() });
export const ProgramItemParams = Type.Object({ programId: Type.String(), id: Type.String() });

/** One version of a commission rule. `percent` has basis_points, `flat` has amount_cents. */
export const CommissionRuleTerms = Type.Object({
  version: Type.Integer(),
  type: Type.Enum(['percent', 'flat']),
  basis_points: nullable(Type.Integer()),
  amount_cents: nullable(Cents),
  duration_months: nullable(
    Type.Integer({ description: 'null: every sale; 0: the first only; n: for n months from the first.' }),
  ),
});

/** From where a program accepts leads. Contract section 7.2. */
export const AcceptedLeadSource = Type.Enum(['any', 'server'], {
  description:
    '`any`: leads of pages and of servers. `server`: of servers only; a lead of a page is 403. Anybody can send what a page sends.',
});

/** Answer of `GET /api/me`. */
export const MeAnswer = Type.Object({
  user: Type.Object({
    id: Type.String(),
    email: Type.String(),
    name: Type.String(),
    two_factor: Type.Boolean({ description: 'Whether the caller signs in with a code.' }),
  }),
  workspaces: Type.Array(
    Type.Object({
      id: Id,
      name: Type.String(),
      role: Type.Enum(['owner', 'admin', 'member', 'viewer', 'none']),
      permissions: Type.Array(Type.String()),
      two_factor_required: Type.Boolean({
        description:
          'The workspace requires two-factor authentication: without it, every route of the workspace answers 403.',
      }),
    }),
  ),
  is_partner: Type.Boolean({ description: 'Whether the caller takes part in a program as a partner.' }),
});

export const ProgramItem = Type.Object({
  id: Id,
  workspace_id: Id,
  name: Type.String(),
  domain: Type.String(),
  currency: Currency,
  cookie_window_days: Type.Integer(),
  hold_days: Type.Integer(),
  lead_source: AcceptedLeadSource,
  commission: nullable(CommissionRuleTerms),
  allowed_origins: Type.Array(Type.String()),
  minimum_payout_cents: Type.Integer({ description: "In the program's currency; 0: none." }),
  minimum_payouts: Type.Array(MinimumPayout, {
    description: 'In other currencies, by currency. One that is not listed has no minimum.',
  }),
  payout_details_hold_hours: Type.Integer({
    description: 'For how many hours after a change of payout details payout runs skip the partner.',
  }),
  accepts_applications: Type.Boolean(),
  application_text: nullable(Type.String()),
  archived_at: nullable(Time),
  created_at: Time,
});

export const SaleItem = Type.Object({
  id: Id,
  transaction_id: Type.String(),
  amount_cents: Cents,
  tax_cents: Cents,
  currency: Currency,
  refunded_amount_cents: Cents,
  test_mode: Type.Boolean(),
  source: Source,
  customer_id: Id,
  customer_key: nullable(Type.String()),
  partner_id: Id,
  link_id: nullable(Id),
  commission_state: Type.Enum(['earned', 'none', 'missing']),
  no_commission_reason: nullable(Type.String()),
  occurred_at: Time,
  recorded_at: Time,
});

export const CommissionItem = Type.Object({
  id: Id,
  sale_id: Id,
  partner_id: Id,
  amount_cents: Type.Integer({ description: 'What is left now.' }),
  original_amount_cents: Type.Integer({ description: 'What was first earned.' }),
  currency: Currency,
  status: Type.Enum(['pending', 'payable', 'paid', 'held', 'reversed']),
  hold_reason: nullable(Type.String()),
  payable_at: Time,
  payout_id: nullable(Id),
  rule_id: Id,
  created_at: Time,
});

export const PartnerStatus = Type.Enum(['pending', 'approved', 'rejected', 'suspended']);

export const PartnerItem = Type.Object({
  id: Id,
  enrollment_id: Id,
  name: Type.String(),
  email: Type.String(),
  status: PartnerStatus,
  commission: nullable(CommissionRuleTerms),
  joined_at: Time,
});

/** A link counts clicks while it is on and its partner is approved. */
export const LinkItem = Type.Object({
  id: Id,
  short_link: Type.String(),
  partner_id: nullable(Id),
  partner_status: nullable(PartnerStatus),
  destination_url: nullable(Type.String()),
  url: nullable(Type.String({ description: 'The address to hand out, with `aff`.' })),
  is_active: Type.Boolean(),
  created_at: Time,
});

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
      '`browser`: only pages have named the customer, so the first lead of a server can move the credit.',
  }),
  created_at: Time,
  lead_at: nullable(Time),
  first_sale_id: nullable(Id),
  first_sale_at: nullable(Time),
});

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

export const ProgramPage = pageOf(ProgramItem);
export const SalePage = pageOf(SaleItem);
/** A commission in a list, with the sale and the customer it is of. */
export const CommissionListItem = Type.Object({
  ...CommissionItem.properties,
  transaction_id: Type.String(),
  customer_id: Id,
  customer_key: nullable(Type.String()),
});
export const CommissionPage = pageOf(CommissionListItem);
export const PartnerPage = pageOf(PartnerItem);
export const LinkPage = pageOf(LinkItem);
export const CustomerPage = pageOf(CustomerItem);
export const EventPage = pageOf(EventItem);

export const ReportQuery = Type.Object({
  from: Type.Optional(Type.String({ description: 'First day; 29 days before `to` when not given.' })),
  to: Type.Optional(Type.String({ description: 'Last day, included; today when not given.' })),
});

/** Sums of a program, of a day or of a partner, in one currency. */
export const TOTALS = {
  currency: Currency,
  clicks: Total,
  leads: Total,
  customers: Total,
  sales: Total,
  revenue_cents: Total,
  refunded_cents: Total,
  commission_cents: Total,
  reversed_cents: Total,
};

/** Answer of `…/report`. Clicks and leads are counted under the program's currency. */
export const ReportAnswer = Type.Object({
  from: Day,
  to: Day,
  totals: Type.Array(Type.Object(TOTALS)),
  previous: Type.Object(
    { from: Day, to: Day, totals: Type.Array(Type.Object(TOTALS)) },
    { description: 'The period of the same length before.' },
  ),
  days: Type.Array(Type.Object({ day: Day, ...TOTALS })),
  partners: Type.Array(
    Type.Object({
      partner_id: nullable(Type.Integer({ description: 'null: brought by nobody.' })),
      name: nullable(Type.String()),
      ...TOTALS,
    }),
  ),
  links: Type.Array(
    Type.Object({
      link_id: nullable(Type.Integer({ description: 'null: no link.' })),
      short_link: nullable(Type.String()),
      ...TOTALS,
    }),
  ),
});

const Movement = Type.Object({
  id: Id,
  kind: Type.Enum([
    'earn',
    'mature',
    'hold',
    'release',
    'reverse',
    'restore',
    'pay',
    'carry',
    'unpay',
    'uncarry',
  ]),
  from: Type.String(),
  to: Type.String(),
  amount_cents: Cents,
  currency: Currency,
  refund_id: nullable(Id),
  payout_id: nullable(Id),
  payout_reference: nullable(Type.String({ description: 'What the payer called the transfer.' })),
  payout_run_id: nullable(Id),
  by: nullable(Type.String({ description: 'Who held or released it, where a member of the team did.' })),
  reason: nullable(Type.String({ description: 'Why it was held.' })),
  occurred_at: Time,
});

/** Answer of `…/commissions/:id/explain` and `…/sales/:id/explain`: why money is, or is not, owed. */
export const ExplainAnswer = Type.Object({
  commission: nullable(CommissionItem),
  no_commission_reason: nullable(Type.String()),
  sale: SaleItem,
  customer: Type.Object({
    id: Id,
    customer_key: nullable(Type.String()),
    click_id: nullable(Type.String()),
    status: Type.String(),
    lead_at: nullable(Time),
    first_sale_at: nullable(Time),
  }),
  click: nullable(
    Type.Object({
      click_id: Type.String(),
      clicked_at: Time,
      affiliate_url: Type.String(),
      referrer: nullable(Type.String()),
      test_mode: Type.Boolean(),
    }),
  ),
  link: nullable(Type.Object({ id: Id, short_link: Type.String() })),
  partner: nullable(Type.Object({ id: Id, name: Type.String(), status: Type.String() })),
  rule: nullable(
    Type.Object({
      id: Id,
      scope: Type.Enum(['program', 'partner']),
      ...CommissionRuleTerms.properties,
    }),
  ),
  arithmetic: nullable(
    Type.Object({
      currency: Currency,
      sale_cents: Cents,
      tax_cents: Cents,
      base_cents: Cents,
      type: Type.Enum(['percent', 'flat']),
      basis_points: nullable(Type.Integer()),
      flat_cents: nullable(Cents),
      earned_cents: Cents,
      refunded_cents: Cents,
      reversed_cents: Cents,
      left_cents: Cents,
    }),
  ),
  story: Type.Array(Type.String()),
  movements: Type.Array(Movement),
  refunds: Type.Array(
    Type.Object({
      id: Id,
      amount_cents: Type.Integer({ description: 'Below zero: a refund that had been counted failed.' }),
      occurred_at: Time,
    }),
  ),
});

export type ProgramParams = Static<typeof ProgramParams>;
export type ProgramItemParams = Static<typeof ProgramItemParams>;
export type CommissionRuleTerms = Static<typeof CommissionRuleTerms>;
export type MeAnswer = Static<typeof MeAnswer>;
export type ProgramItem = Static<typeof ProgramItem>;
export type SaleItem = Static<typeof SaleItem>;
export type CommissionItem = Static<typeof CommissionItem>;
export type CommissionListItem = Static<typeof CommissionListItem>;
export type PartnerItem = Static<typeof PartnerItem>;
export type LinkItem = Static<typeof LinkItem>;
export type CustomerItem = Static<typeof CustomerItem>;
export type EventItem = Static<typeof EventItem>;
export type ReportAnswer = Static<typeof ReportAnswer>;
export type ExplainAnswer = Static<typeof ExplainAnswer>;
