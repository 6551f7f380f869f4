import Type from 'typebox';
import { Cents, Currency, nullable, Time, Total } from './shapes.js';

// What nobody was credited with. Contract 2 section 14.

const REASONS = [
  'no_click',
  'click_expired',
  'unknown_click',
  'unknown_code',
  'other_program',
  'partner_not_approved',
  'no_relationship',
  'no_rule',
] as const;

const text = (description: string) => nullable(Type.String({ description }));

/** Answer of `…/uncredited`: by reason, kind and currency, the most frequent first. */
export const UncreditedAnswer = Type.Object({
  data: Type.Array(
    Type.Object({
      reason: Type.Enum([...REASONS]),
      kind: Type.Enum(['lead', 'sale']),
      count: Total,
      amount_cents: { ...Total, description: 'Of sales; 0 for leads.' },
      currency: Currency,
      latest: Type.Object({
        occurred_at: Time,
        customer_id: nullable(Type.Integer({ description: 'null: it was refused.' })),
        customer_key: text('null: none was sent.'),
        click_id: text('null: none was sent, or the lead was recorded.'),
        code: text('null: none was sent.'),
        sale_id: nullable(Type.Integer({ description: 'null: it was refused, or is a lead.' })),
        transaction_id: text('Of a sale.'),
        amount_cents: nullable(Cents),
      }),
      fix: Type.String({ description: 'What to change so that the next one is credited.' }),
    }),
  ),
});
