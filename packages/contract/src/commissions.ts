import Type, { type Static } from 'typebox';
import {
  Cents,
  Currency,
  CurrencyInput,
  daysOf,
  Id,
  IdInput,
  IdQuery,
  nullable,
  PAGE_QUERY,
  pageOf,
  Time,
  Total,
} from './shapes.js';

// Commissions, as the team and as partners see them. Contract sections 3 and 5.

const HoldKind = Type.Enum(
  ['manual', 'dispute', 'flagged', 'partner_pending', 'partner_rejected', 'partner_suspended'],
  {
    description:
      '`manual`: a person holds it. `flagged`: one of its flags does. `partner_…`: what the partner was when the sale or the lead was recorded.',
  },
);

export const FraudFlag = Type.Enum([
  'self_referral',
  'fast_sale',
  'click_burst',
  'paid_search',
  'code_leak',
  'page_named',
]);

const REJECTION = {
  rejected_at: nullable(
    Type.String({
      format: 'date-time',
      description: 'When a member of the team rejected it for good; nothing is left of it then.',
    }),
  ),
  rejection_reason: nullable(Type.String({ description: 'Why. The partner sees it.' })),
};

export const CommissionItem = Type.Object({
  id: Id,
  sale_id: nullable(Type.Integer({ description: 'null: it is the reward of a lead.' })),
  lead_id: nullable(Type.Integer({ description: 'null: it is of a sale.' })),
  partner_id: Id,
  amount_cents: Type.Integer({ description: 'What is left now.' }),
  original_amount_cents: Type.Integer({ description: 'What was first earned.' }),
  currency: Currency,
  status: Type.Enum(['pending', 'payable', 'paid', 'held', 'reversed']),
  hold_kind: nullable(HoldKind),
  hold_reason: nullable(Type.String()),
  flags: Type.Array(FraudFlag, {
    description: 'What the program looked for and found in the sale. `explain` has the evidence.',
  }),
  payable_at: Time,
  payout_id: nullable(Id),
  rule_id: nullable(
    Type.Integer({ description: 'null: it is the reward of a lead, which no rule pays for.' }),
  ),
  reassigned_at: nullable(
    Type.String({
      format: 'date-time',
      description: 'When its sale was assigned to another partner; nothing is left of it then.',
    }),
  ),
  ...REJECTION,
  created_at: Time,
});

const { id, created_at, original_amount_cents, amount_cents, currency, status, ...MORE } =
  CommissionItem.properties;

/** A commission in a list, with the sale, if it is of one, and the customer: what a file is read for comes first. */
export const CommissionListItem = Type.Object({
  id,
  created_at,
  transaction_id: nullable(Type.String()),
  partner_name: Type.String(),
  customer_key: nullable(Type.String()),
  sale_amount_cents: nullable(Cents),
  sale_currency: nullable(Currency),
  rule_type: Type.Enum(['percent', 'flat', 'clauses', 'lead'], {
    description: 'How it was calculated; `lead`: it is the reward of a lead.',
  }),
  basis_points: nullable(
    Type.Integer({ description: 'The percentage, in hundredths; null: it was calculated otherwise.' }),
  ),
  original_amount_cents,
  amount_cents,
  currency,
  status,
  ...MORE,
  customer_id: Id,
});

export const CommissionPage = pageOf(CommissionListItem);

const CommissionStatus = Type.Enum(['pending', 'payable', 'paid', 'held', 'reversed']);

/** Days count by when a commission was earned, both included. */
export const CommissionTotalsQuery = Type.Object({
  status: Type.Optional(CommissionStatus),
  partner_id: Type.Optional(IdQuery),
  customer_key: Type.Optional(Type.String({ minLength: 1, maxLength: 255 })),
  currency: Type.Optional(CurrencyInput),
  flag: Type.Optional(
    Type.Enum(['any', ...FraudFlag.enum], { description: '`any`: those with one of the flags, whichever.' }),
  ),
  ...daysOf('a commission was earned'),
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

const ActionReason = Type.String({ minLength: 1, maxLength: 500 });

export const CommissionHold = Type.Object({ reason: ActionReason });

/** The partner sees the reason. Contract 2 section 12. */
export const CommissionReject = Type.Object({ reason: ActionReason });

/** Body of a change of many commissions. */
export const CommissionBulk = Type.Object({
  action: Type.Enum(['hold', 'release', 'reject']),
  ids: Type.Array(IdInput, { minItems: 1, maxItems: 200 }),
  reason: Type.Optional(Type.String({ ...ActionReason, description: 'Required to hold and to reject.' })),
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

const PartnerCommissionStatus = Type.Enum(['pending', 'payable', 'paid', 'held', 'reversed']);

export const PartnerCommissionItem = Type.Object({
  id: Id,
  amount_cents: Type.Integer({ description: 'What is left now.' }),
  original_amount_cents: Type.Integer({ description: 'What was first earned.' }),
  currency: Type.String(),
  status: PartnerCommissionStatus,
  payable_at: Time,
  payout_id: nullable(Id),
  ...REJECTION,
  link_id: nullable(Id),
  sale_amount_cents: nullable(Cents),
  sale_refunded_cents: nullable(Cents),
  sale_currency: nullable(Type.String()),
  sale_at: nullable(Time),
  lead_at: nullable(
    Type.String({ format: 'date-time', description: 'Of the reward of a lead, which has no sale.' }),
  ),
  created_at: Time,
});

export const PartnerCommissionPage = pageOf(PartnerCommissionItem);

/** Days count by when a commission was earned, both included. */
export const PartnerCommissionQuery = Type.Object({
  status: Type.Optional(PartnerCommissionStatus),
  link_id: Type.Optional(IdQuery),
  code_id: Type.Optional(IdQuery),
  ...daysOf('a commission was earned'),
  ...PAGE_QUERY,
});

export type CommissionItem = Static<typeof CommissionItem>;
export type CommissionListItem = Static<typeof CommissionListItem>;
export type CommissionTotals = Static<typeof CommissionTotals>;
export type PartnerCommissionItem = Static<typeof PartnerCommissionItem>;
