import Type, { type Static } from 'typebox';
import { AttributionPrecedence } from './programs.js';
import { RuleInput } from './rules.js';
import { Currency, Id, nullable, Time, Total } from './shapes.js';

// Other policies for the past. Contract 2 section 16.

const When = (description: string) =>
  Type.String({
    minLength: 1,
    maxLength: 40,
    description: `${description} A day (\`2026-11-01\`) or a time (\`2026-11-01T12:00:00Z\`), UTC unless it says otherwise.`,
  });

/** Body of a preview: what is left out stays as it was. */
export const PolicyPreview = Type.Object({
  cookie_window_days: Type.Optional(Type.Integer({ minimum: 1, maximum: 3650 })),
  attribution_precedence: Type.Optional(AttributionPrecedence),
  commission: Type.Optional(RuleInput),
  from: When('From then on the policy counts.'),
  to: When('Until before then; of a day, until its end.'),
});

const AMOUNTS = { commission_cents: Total, preview_cents: Total, difference_cents: Total };

/** One sale that earns something else, or someone else, under the policy. */
export const PolicyChange = Type.Object({
  sale_id: nullable({
    ...Id,
    description: 'null: the sale was refused because nobody could be credited with it.',
  }),
  transaction_id: Type.String(),
  occurred_at: Time,
  from_partner_id: nullable(Id),
  to_partner_id: nullable(Id),
  commission_cents: Type.Integer({ description: 'What it earned, refunds taken off.' }),
  currency: nullable(Currency),
  preview_cents: Type.Integer(),
  preview_currency: nullable(Currency),
});

/** What each partner earned in a period, and what they would have earned under another policy. */
export const PolicyPreviewAnswer = Type.Object({
  from: Time,
  to: Time,
  sales: Type.Integer({ description: 'Sales that were replayed, those that had been refused included.' }),
  changed_sales: Type.Integer({ description: 'How many of them change.' }),
  partners: Type.Array(
    Type.Object({
      partner_id: Id,
      name: Type.String(),
      currency: Currency,
      sales: Type.Integer({ description: 'That earn the partner something under the policy.' }),
      ...AMOUNTS,
    }),
    { description: 'By partner and currency of the commissions; rewards of leads are among them.' },
  ),
  currencies: Type.Array(Type.Object({ currency: Currency, ...AMOUNTS })),
  changes: Type.Array(PolicyChange, { description: 'The newest 100 sales that change.' }),
});

export type PolicyPreviewAnswer = Static<typeof PolicyPreviewAnswer>;
