import Type, { type Static } from 'typebox';
import { CommissionItem, PartnerCommissionItem } from '../commissions.js';
import { CommissionRuleTerms, RuleScope } from '../rules.js';
import { NoCommissionCode, SaleItem } from '../sales.js';
import { Cents, Currency, Id, nullable, Time } from '../shapes.js';
import { CommissionPart, StoryStep } from './steps.js';

const Movement = Type.Object({
  id: Id,
  kind: Type.Enum([
    'earn',
    'mature',
    'hold',
    'release',
    'reverse',
    'reject',
    'restore',
    'reassign',
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
  by: nullable(
    Type.String({ description: 'Who held, released or rejected it, where a member of the team did.' }),
  ),
  reason: nullable(Type.String({ description: 'Why it was held or rejected.' })),
  occurred_at: Time,
});

/** Answer of `…/commissions/:id/explain` and `…/sales/:id/explain`: why money is, or is not, owed. */
export const ExplainAnswer = Type.Object({
  commission: nullable(CommissionItem),
  no_commission_code: nullable(NoCommissionCode),
  no_commission_reason: nullable(Type.String()),
  sale: nullable(SaleItem),
  lead: nullable(
    Type.Object(
      { id: Id, source: Type.Enum(['browser', 'server']), occurred_at: Time },
      { description: 'Of the reward of a lead, which has no sale.' },
    ),
  ),
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
      scope: RuleScope,
      ...CommissionRuleTerms.properties,
    }),
  ),
  arithmetic: nullable(
    Type.Object({
      currency: Currency,
      sale_cents: Cents,
      tax_cents: Cents,
      base_cents: Cents,
      type: CommissionRuleTerms.properties.type,
      basis_points: nullable(Type.Integer()),
      flat_cents: nullable(Cents),
      parts: nullable(
        Type.Array(CommissionPart, { description: 'Of a rule of clauses: what each part earns.' }),
      ),
      partner_customers: nullable(
        Type.Integer({
          description:
            'Paying customers the partner had brought before this sale, counted as far as the rule asks; null: it does not.',
        }),
      ),
      max_total_cents: nullable(Cents),
      customer_left_cents: nullable(
        Type.Integer({ description: 'What was left of `max_total_cents` before this sale.' }),
      ),
      earned_cents: Cents,
      refunded_cents: Cents,
      reversed_cents: Cents,
      left_cents: Cents,
    }),
  ),
  story: Type.Array(Type.String()),
  steps: Type.Array(StoryStep, { description: 'What `story` says, to be shown in other words.' }),
  movements: Type.Array(Movement),
  refunds: Type.Array(
    Type.Object({
      id: Id,
      amount_cents: Type.Integer({ description: 'Below zero: a refund that had been counted failed.' }),
      occurred_at: Time,
    }),
  ),
});

/** Why a commission is what it is, in sentences and steps that say nothing of the customer. */
export const PartnerCommissionStory = Type.Object({
  commission: PartnerCommissionItem,
  story: Type.Array(Type.String()),
  steps: Type.Array(StoryStep, { description: 'What `story` says, to be shown in other words.' }),
});

export type ExplainAnswer = Static<typeof ExplainAnswer>;
