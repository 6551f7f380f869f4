import Type, { type Static } from 'typebox';
import { defineBody, optionalAmount, optionalText, requiredText } from './fields.js';
import { occurredAtField } from './occurred-at.js';

/**
 * Body of a refund. Specification section 4, contract section 2. A transaction id that no sale can have (too long,
 * control characters) is one that is not found.
 */
export const refundBody = defineBody(
  {
    transaction_id: requiredText(
      {
        missing: 'refund_transaction_id',
        wrongType: 'refund_transaction_id',
        invalid: 'refund_sale_not_found',
      },
      'The transaction_id of the sale',
    ),
    amount_cents: optionalAmount(
      'refund_amount_invalid',
      1,
      'The amount to refund, in minor units of the currency of the sale. Default: all that is left',
    ),
    refund_id: optionalText(
      { wrongType: 'refund_id_invalid', invalid: 'refund_id_invalid' },
      'Your own id of the refund: repeating one changes nothing',
    ),
    occurred_at: occurredAtField('When the money was returned'),
  },
  'The refund of a sale',
);

const RefundCommission = Type.Unsafe<{ id: number; amount_cents: number; status: string } | null>({
  type: ['object', 'null'],
  description: 'null: the sale earned none',
  required: ['id', 'amount_cents', 'status'],
  properties: {
    id: { type: 'integer' },
    amount_cents: { type: 'integer', description: 'What is left of it' },
    status: { type: 'string' },
  },
});

/** Answer to a refund. */
export const RefundAnswer = Type.Object({
  success: Type.Literal(true),
  transaction_id: Type.String(),
  refunded_amount_cents: Type.Integer({ description: 'In all so far' }),
  already_refunded: Type.Boolean({ description: 'The sale was fully refunded before this request' }),
  commission: RefundCommission,
});
export type RefundAnswer = Static<typeof RefundAnswer>;
