import Type, { type Static } from 'typebox';
import { Cents, Currency, Id, nullable, Time } from './shapes.js';

// Signed statements of a partner. Contract 2, section 16; docs/books.md says how they are checked.

const Balance = Type.Object({
  owed_cents: Type.Integer({
    description: 'Earned and not paid out; below zero: deducted from what comes next.',
  }),
  paid_cents: Type.Integer({ description: 'Paid out so far.' }),
});

const StatementLine = Type.Object({
  movement_id: Id,
  occurred_at: Time,
  kind: Type.String({ description: 'What happened, as the ledger calls it: earn, reverse, adjust, pay …' }),
  commission_id: nullable(Id),
  sale_id: nullable(Id),
  lead_id: nullable(Id),
  adjustment_id: nullable(Id),
  payout_id: nullable(Id),
  amount_cents: Cents,
  owed_change_cents: Type.Integer(),
  paid_change_cents: Type.Integer(),
});

export const MonthStatement = Type.Object({
  type: Type.Literal('svc-statement'),
  version: Type.Literal(1),
  issued_by: Type.String({ description: 'The address of the service.' }),
  company: Type.String(),
  program: Type.Object({ id: Id, name: Type.String() }),
  partner: Type.Object({ id: Id, name: Type.String() }),
  month: Type.String({ description: 'In UTC: 2026-11.' }),
  generated_at: Time,
  currencies: Type.Array(
    Type.Object({
      currency: Currency,
      opening: Balance,
      lines: Type.Array(StatementLine),
      closing: Balance,
      payouts: Type.Array(
        Type.Object({
          id: Id,
          amount_cents: Cents,
          status: Type.Enum(['open', 'paid', 'cancelled']),
          reference: nullable(Type.String()),
          created_at: Time,
          settled_at: nullable(Time),
        }),
        { description: 'Those that were created in the month.' },
      ),
    }),
  ),
  key_id: Type.String(),
  signature: Type.String({
    description: 'Ed25519 over the canonical JSON of the statement without `signature`, in base64.',
  }),
});

export type MonthStatement = Static<typeof MonthStatement>;
