import Type, { type Static } from 'typebox';
import { CommissionItem } from './commissions.js';
import {
  Cents,
  Currency,
  daysOf,
  Id,
  IdInput,
  IdQuery,
  nullable,
  PAGE_QUERY,
  pageOf,
  ReasonInput,
  Time,
} from './shapes.js';

// Sales, and why they earned what they did. Contract section 5.

const Source = Type.Enum(['api', 'processor', 'import'], {
  description: '`import`: recorded by another system, and imported from a file of it.',
});

export const NoCommissionCode = Type.Enum(
  [
    'test_sale',
    'no_rule',
    'not_first_sale',
    'duration_over',
    'amount_zero',
    'no_clause',
    'total_reached',
    'imported',
    'other',
  ],
  { description: '`other`: recorded by an old version for a reason that has no code.' },
);

export const CodeResult = Type.Enum(
  ['created', 'credited', 'preferred', 'same_partner', 'kept', 'unknown', 'inactive', 'partner_not_approved'],
  {
    description:
      '`created`, `credited`, `preferred`: its partner is credited, because nobody knew the customer, nobody was credited, or the ' +
      'program prefers codes. `same_partner`, `kept`: it changed nothing. The others: it led nowhere.',
  },
);

export const SaleItem = Type.Object({
  id: Id,
  transaction_id: Type.String(),
  amount_cents: Cents,
  tax_cents: Cents,
  currency: Currency,
  items: nullable(
    Type.Array(Type.Object({ product: Type.String(), amount_cents: Cents }), {
      description: 'What was paid for; null: not reported.',
    }),
  ),
  refunded_amount_cents: Cents,
  test_mode: Type.Boolean(),
  source: Source,
  customer_id: Id,
  customer_key: nullable(Type.String()),
  partner_id: Id,
  link_id: nullable(Id),
  code: nullable(Type.String({ description: 'The code that the sale carried.' })),
  code_result: nullable(CodeResult),
  credit_code: nullable(Type.String({ description: 'The code behind the credit; null: a click.' })),
  commission_state: Type.Enum(['earned', 'none', 'missing']),
  commission_status: nullable({
    ...CommissionItem.properties.status,
    description: 'Of its commission; null: there is none, or none yet.',
  }),
  no_commission_code: nullable(NoCommissionCode),
  no_commission_reason: nullable(Type.String()),
  occurred_at: Time,
  recorded_at: Time,
});

/** Body of a sale that nobody reported. Contract 2, section 12. */
export const SaleCreate = Type.Object({
  transaction_id: Type.String({
    minLength: 1,
    maxLength: 255,
    description: 'Unique, as for sales from the API.',
  }),
  amount_cents: Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }),
  currency: Type.Optional(
    nullable(
      Type.String({ pattern: '^[A-Za-z]{3}$', description: "ISO 4217; the program's when not given." }),
    ),
  ),
  customer_key: Type.String({
    minLength: 1,
    maxLength: 255,
    description:
      'A new customer, or one whom nobody is credited for, is assigned to the partner. Any other customer stays with their partner for other sales.',
  }),
  partner_id: IdInput,
  occurred_at: Type.Optional(
    nullable(
      Type.String({
        maxLength: 40,
        description: 'ISO 8601, not in the future; UTC when no offset is given. Default: now.',
      }),
    ),
  ),
  reason: ReasonInput,
});

/** A sale that was entered, with what it earned. */
export const EnteredSaleItem = Type.Object({
  ...SaleItem.properties,
  commission: nullable(CommissionItem),
});

export type EnteredSaleItem = Static<typeof EnteredSaleItem>;

export const SalePage = pageOf(SaleItem);

/** Days (UTC, both included) count by when a sale happened. */
export const SaleQuery = Type.Object({
  partner_id: Type.Optional(IdQuery),
  customer_id: Type.Optional(IdQuery),
  link_id: Type.Optional(IdQuery),
  code_id: Type.Optional(
    Type.Unsafe<string>({ ...IdQuery, description: 'Only sales that are credited by this code.' }),
  ),
  transaction_id: Type.Optional(Type.String({ minLength: 1, maxLength: 255 })),
  refunded: Type.Optional(
    Type.Enum(['true', 'false'], { description: 'Only sales of which something, or nothing, was refunded.' }),
  ),
  ...daysOf('a sale was made; reports count it on the day it was recorded'),
  ...PAGE_QUERY,
});

export type SaleItem = Static<typeof SaleItem>;
