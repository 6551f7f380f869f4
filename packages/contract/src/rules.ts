import Type, { type Static } from 'typebox';
import { AmountInput, Cents, Id, IdQuery, nullable, PAGE_QUERY, pageOf, Time, Total } from './shapes.js';

// Commission rules. Contract sections 3 and 5.

const Months = Type.Integer({ minimum: 0, maximum: 1200 });

const BasisPoints = Type.Integer({ minimum: 0, maximum: 10_000 });

// A misspelt condition would hold for every sale, so what is not known here is refused.
const STRICT = { additionalProperties: false } as const;

/** A sale has at most 101 parts, so what they earn together is still counted exactly. */
const PartAmount = Type.Integer({ minimum: 0, maximum: Math.floor(Number.MAX_SAFE_INTEGER / 101) });

const Names = Type.Array(Type.String({ minLength: 1, maxLength: 255 }), { minItems: 1, maxItems: 100 });

/** What a clause pays, or what is paid where no clause holds. */
export const ClausePay = Type.Union([
  Type.Object(
    {
      type: Type.Literal('percent'),
      basis_points: BasisPoints,
      max_cents: Type.Optional({
        ...AmountInput,
        description: 'The most it pays for a part of a sale, in whatever currency the sale is.',
      }),
    },
    STRICT,
  ),
  Type.Object(
    {
      type: Type.Literal('flat'),
      amount_cents: { ...PartAmount, description: 'For each part, in the currency of the program.' },
    },
    STRICT,
  ),
  Type.Object({ type: Type.Literal('none') }, STRICT),
]);

/** A clause: what must hold, all of it, and what is paid then. */
const Clause = Type.Object(
  {
    when: Type.Object(
      {
        products: Type.Optional(Names),
        sale: Type.Optional(
          Type.Enum(['first', 'renewal'], { description: '`first`: the first sale of the customer.' }),
        ),
        codes: Type.Optional(Names),
        from_month: Type.Optional({ ...Months, description: "Full months since the customer's first sale." }),
        to_month: Type.Optional(
          Type.Integer({ minimum: 1, maximum: 1200, description: 'Excluded; more than `from_month`.' }),
        ),
        min_amount_cents: Type.Optional({
          ...AmountInput,
          description: 'Of the whole sale, in whatever currency it is.',
        }),
        min_customers: Type.Optional(
          Type.Integer({
            minimum: 0,
            maximum: 1_000_000,
            description: 'Paying customers the partner has brought to the program before this sale.',
          }),
        ),
      },
      STRICT,
    ),
    pay: ClausePay,
  },
  STRICT,
);

const Clauses = Type.Array(Clause, {
  minItems: 1,
  maxItems: 20,
  description:
    'The first one that holds pays. Each item of a sale is paid by its own clause, the rest by the first one without `products`.',
});

const MAX_TOTAL =
  'The most that one customer earns a partner, in the currency of the commissions; null: no limit.';

/** Whose rule one is: a partner's own, that of their group, or the program's. */
export const RuleScope = Type.Enum(['program', 'group', 'partner']);

/** One version of a commission rule. `percent` has basis_points, `flat` has amount_cents, `clauses` has clauses. */
export const CommissionRuleTerms = Type.Object({
  version: Type.Integer(),
  type: Type.Enum(['percent', 'flat', 'clauses']),
  basis_points: nullable(Type.Integer()),
  amount_cents: nullable(Cents),
  duration_months: nullable(
    Type.Integer({ description: 'null: every sale; 0: the first only; n: for n months from the first.' }),
  ),
  max_total_cents: nullable(Type.Integer({ description: MAX_TOTAL })),
  clauses: nullable(Clauses),
  otherwise: nullable(ClausePay),
});

/** What every shape of a rule may have. */
const LIMITS = {
  duration_months: Type.Optional(nullable(Months)),
  max_total_cents: Type.Optional(
    nullable(Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER, description: MAX_TOTAL })),
  ),
};

/** A commission rule as it is sent. */
export const RuleInput = Type.Union([
  Type.Object({ type: Type.Literal('percent'), basis_points: BasisPoints, ...LIMITS }),
  Type.Object({ type: Type.Literal('flat'), amount_cents: AmountInput, ...LIMITS }),
  Type.Object({
    type: Type.Literal('clauses'),
    clauses: Clauses,
    otherwise: Type.Optional(nullable(ClausePay)),
    ...LIMITS,
  }),
]);

export const RuleItem = Type.Object({
  id: Id,
  partner_id: nullable(Id),
  group_id: nullable({ ...Id, description: 'The group whose rule it is, for a partner in it.' }),
  ...CommissionRuleTerms.properties,
  type: Type.Enum(['percent', 'flat', 'clauses', 'program'], {
    description: "`program`: from then on the program's rule counts for the partner again.",
  }),
  created_at: Time,
});

export const RulePage = pageOf(RuleItem);

/** Query of the list of rule versions: the program's, or those of one partner in it. */
export const RuleQuery = Type.Object({ partner_id: Type.Optional(IdQuery), ...PAGE_QUERY });

/** Body of a rule change. */
export const RuleChange = Type.Object({ commission: RuleInput });

/** Query of the preview of a rule change: the rule as JSON, or the fields of a percentage or a flat amount. */
export const RulePreviewQuery = Type.Object({
  commission: Type.Optional(
    Type.String({
      maxLength: 10_000,
      description:
        'A rule of any shape, as JSON: what a change of the rule has in `commission`. The fields below are then ignored.',
    }),
  ),
  type: Type.Optional(Type.Enum(['percent', 'flat'])),
  basis_points: Type.Optional(Type.String({ pattern: '^[0-9]{1,5}$' })),
  amount_cents: Type.Optional(Type.String({ pattern: '^[0-9]{1,15}$' })),
  duration_months: Type.Optional(
    Type.String({ pattern: '^[0-9]{1,4}$', description: 'Left out: every sale.' }),
  ),
  partner_id: Type.Optional(IdQuery),
  group_id: Type.Optional(IdQuery),
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
  clauses: Type.Array(
    Type.Object({
      clause: nullable(
        Type.Integer({ description: 'Counted from 1; null: no clause held, and `otherwise` counts.' }),
      ),
      currency: Type.String(),
      parts: Type.Integer({
        description: 'Items, whole sales and rests of sales for which it was the first that held.',
      }),
      preview_cents: {
        ...Total,
        description: 'What they earn, refunds taken off, before the limit per customer.',
      },
    }),
    { description: 'What each clause of the other rule pays; empty for rules of other shapes.' },
  ),
  is_cut: Type.Boolean({ description: 'There were more sales than were looked at: the newest count.' }),
});

export type ClauseInput = Static<typeof Clause>;
export type ClausePayInput = Static<typeof ClausePay>;
export type CommissionRuleTerms = Static<typeof CommissionRuleTerms>;
export type RuleScope = Static<typeof RuleScope>;
export type RuleInput = Static<typeof RuleInput>;
export type RuleItem = Static<typeof RuleItem>;
export type RulePreviewAnswer = Static<typeof RulePreviewAnswer>;
