import Type, { type Static } from 'typebox';
import { codeField } from './code-field.js';
import { parseCurrency } from './currencies.js';
import {
  additionalData,
  type Body,
  defineBody,
  type Field,
  isAmount,
  isGiven,
  isTestMode,
  optionalAmount,
  optionalText,
  requiredAmount,
  requiredText,
  withRule,
} from './fields.js';
import { clickIdField, customerKeyField } from './lead.js';
import { occurredAtField } from './occurred-at.js';

const BAD_TRANSACTION_ID = { wrongType: 'sale_transaction_id', invalid: 'sale_transaction_id' } as const;

const named = requiredText({ ...BAD_TRANSACTION_ID, missing: 'sale_transaction_id' }, '');
const maybeNamed = optionalText(
  BAD_TRANSACTION_ID,
  'Unique per sale over the whole service; a repeated one is answered with 409 and records nothing. Required, except ' +
    'in test mode, where one is generated',
);

/** null: to be generated. */
const transactionId: Field<string | null> = {
  ...maybeNamed,
  read: (given, body) => (isTestMode(body) ? maybeNamed : named).read(given, body),
};

const currency: Field<string | null> = {
  schema: Type.Unsafe<string | null>({
    type: ['string', 'null'],
    description: "ISO 4217, in any letter case; the program's when not given",
    examples: ['USD'],
  }),
  isRequired: false,
  read(given) {
    if (!isGiven(given)) return { value: null };
    const code = typeof given === 'string' ? parseCurrency(given) : null;
    return code === null ? { error: 'currency_unknown' } : { value: code };
  },
};

/** A sale as it was asked for; times in epoch milliseconds, null where nothing was given. */
const fields = {
  transaction_id: transactionId,
  amount_cents: requiredAmount('sale_amount', 'What was paid, in the smallest unit of the currency'),
  currency,
  customer_key: customerKeyField,
  click_id: clickIdField,
  code: codeField,
  additional_data: additionalData,
  occurred_at: occurredAtField('When the sale happened'),
  tax_cents: withRule(
    optionalAmount('tax_cents_invalid', 0, 'Tax within amount_cents, on which nothing is earned'),
    'tax_cents_invalid',
    (taxCents, body) => taxCents === null || !isAmount(body.amount_cents, 1) || taxCents <= body.amount_cents,
  ),
};

/** Body of a sale. Specification section 4, contract section 2. */
export const saleBody = defineBody(fields, 'A customer paid; one of customer_key and click_id is needed');
export type SaleValues = typeof saleBody extends Body<infer Values> ? Values : never;

const SaleCommission = Type.Unsafe<{
  id: number;
  amount_cents: number;
  currency: string;
  status: string;
  payable_at: string;
} | null>({
  type: ['object', 'null'],
  description: 'null: none is due (a test, no rule, a rule of zero, or its duration is over)',
  required: ['id', 'amount_cents', 'currency', 'status', 'payable_at'],
  properties: {
    id: { type: 'integer' },
    amount_cents: { type: 'integer' },
    currency: { type: 'string' },
    status: { type: 'string' },
    payable_at: { type: 'string', description: 'ISO 8601: when the commission can be paid out' },
  },
});

/** Answer to a sale. */
export const SaleAnswer = Type.Object({
  success: Type.Literal(true),
  transaction_id: Type.String(),
  sale_id: Type.Integer(),
  amount_cents: Type.Integer(),
  currency: Type.String(),
  test_mode: Type.Boolean(),
  commission: SaleCommission,
});
export type SaleAnswer = Static<typeof SaleAnswer>;
