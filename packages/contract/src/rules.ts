import Type, { type Static } from 'typebox';
import { AmountInput, Cents, Id, IdQuery, nullable, PAGE_QUERY, pageOf, Time, Total } from './shapes.js';

// Commission rules. Contract sections 3 and 5.

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

const Months = Type.Integer({ minimum: 0, maximum: 1200 });

const BasisPoints = Type.Integer({ minimum: 0, maximum: 10_000 });

/** A commission rule as it is sent. */
export const RuleInput = Type.Union([
  Type.Object({
    type: Type.Literal('percent'),
    basis_points: BasisPoints,
    duration_months: Type.Optional(nullable(Months)),
  }),
  Type.Object({
    type: Type.Literal('flat'),
    amount_cents: AmountInput,
    duration_months: Type.Optional(nullable(Months)),
  }),
]);

export const RuleItem = Type.Object({
  id: Id,
  partner_id: nullable(Id),
  ...CommissionRuleTerms.properties,
  type: Type.Enum(['percent', 'flat', 'program'], {
    description: "`program`: from then on the program's rule counts for the partner again.",
  }),
  created_at: Time,
});

export const RulePage = pageOf(RuleItem);

/** Query of the list of rule versions: the program's, or those of one partner in it. */
export const RuleQuery = Type.Object({ partner_id: Type.Optional(IdQuery), ...PAGE_QUERY });

/** Body of a rule change. */
export const RuleChange = Type.Object({ commission: RuleInput });

/** Query of the preview of a rule change. */
export const RulePreviewQuery = Type.Object({
  type: Type.Enum(['percent', 'flat']),
  basis_points: Type.Optional(Type.String({ pattern: '^[0-9]{1,5}$' })),
  amount_cents: Type.Optional(Type.String({ pattern: '^[0-9]{1,15}$' })),
  duration_months: Type.Optional(
    Type.String({ pattern: '^[0-9]{1,4}$', description: 'Left out: every sale.' }),
  ),
  partner_id: Type.Optional(IdQuery),
});

/** What the sales of the last 90 days earned, and what they would have earned under another rule. */
export const RulePreviewAnswer = Type.Object({
  from: Time,
  to: Time,
  currencies: Type.Array(
    Type.Object({
      currency: Type.String(),
      sales: Type.Integer({
        description: 'Sales in this currency; a flat commission of theirs is in the currency of the program.',
      }),
      commission_cents: Total,
      preview_cents: Total,
      difference_cents: Total,
    }),
  ),
  is_cut: Type.Boolean({ description: 'There were more sales than were looked at: the newest count.' }),
});

export type CommissionRuleTerms = Static<typeof CommissionRuleTerms>;
export type RuleInput = Static<typeof RuleInput>;
export type RuleItem = Static<typeof RuleItem>;
export type RulePreviewAnswer = Static<typeof RulePreviewAnswer>;
