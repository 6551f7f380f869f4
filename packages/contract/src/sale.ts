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
  isPlainText,
  isRecord,
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

/** What a part of a sale was paid for. */
interface LineItem {
  readonly product: string;
  readonly amountCents: number;
}

/** null: to be generated. */
const transactionId: Field<string | null> = {
  ...maybeNamed,
  read: (given, body, nowMs) => (isTestMode(body) ? maybeNamed : named).read(given, body, nowMs),
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

const MAX_ITEMS = 100;

/** What was paid for. An empty list says as much as none. */
const items: Field<readonly LineItem[] | null> = {
  schema: Type.Unsafe<readonly { product: string; amount_cents: number }[] | null>({
    type: ['array', 'null'],
    maxItems: MAX_ITEMS,
    description:
      'What was paid for, with its share of the tax: together not more than amount_cents. Rules can pay products differently',
    items: Type.Object({
      product: Type.String({ minLength: 1, maxLength: 255 }),
      amount_cents: Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }),
    }),
  }),
  isRequired: false,
  read(given, body) {
    if (!isGiven(given)) return { value: null };
    const read = Array.isArray(given) && given.length <= MAX_ITEMS ? given.map(itemOf) : [null];
    let leftCents = isAmount(body.amount_cents, 1) ? body.amount_cents : 0;
    const value: LineItem[] = [];
    for (const item of read) {
      if (item === null || item.amountCents > leftCents) return { error: 'items_invalid' };
      leftCents -= item.amountCents;
      value.push(item);
    }
    return { value: value.length === 0 ? null : value };
  },
};

function itemOf(given: unknown): LineItem | null {
  if (!isRecord(given)) return null;
  const { product, amount_cents: amountCents } = given;
  if (typeof product !== 'string' || product === '' || !isPlainText(product)) return null;
  return isAmount(amountCents, 0) ? { product, amountCents } : null;
}

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
  items,
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
