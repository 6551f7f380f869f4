import Type, { type Static, type TProperties } from 'typebox';
import { CommissionItem } from '../commissions.js';
import { CodeResult, SaleItem } from '../sales.js';
import { Cents, Currency, Id, nullable, Time } from '../shapes.js';

// What happened to a sale and its commission, one step each, in order. `renderStep` makes a sentence of a step.

function step<Kind extends string, Fields extends TProperties>(kind: Kind, fields: Fields) {
  return Type.Object({ kind: Type.Literal(kind), ...fields });
}

/** Who was credited. `another`: a partner who is not named to the partner who reads. */
const Credited = Type.Object({
  who: Type.Enum(['nobody', 'you', 'another', 'partner']),
  name: nullable(Type.String()),
  short_link: nullable(Type.String()),
});

const Scope = Type.Enum(['program', 'partner']);

/** Money that moved between the accounts of the partner. */
const MOVED = { at: Time, amount_cents: Cents, currency: Currency };

export const StoryStep = Type.Union([
  step('click', {
    at: nullable(Type.String({ format: 'date-time', description: 'Null: credited without a click.' })),
    partner: Type.String(),
    short_link: nullable(Type.String()),
    test_mode: Type.Boolean(),
    is_kept: Type.Boolean({ description: 'False: clicks of that month have been deleted.' }),
    referrer: nullable(Type.String()),
  }),
  step('code', { partner: Type.String(), code: Type.String() }),
  step('lead', {
    at: nullable(Type.String({ format: 'date-time', description: 'Null: no lead was recorded.' })),
    test_mode: Type.Boolean(),
    customer: nullable(Type.String()),
  }),
  step('credit', {
    at: Time,
    cause: Type.Enum(['server_lead', 'server_sale']),
    effect: Type.Enum(['before', 'this_sale', 'since']),
    from: Credited,
    to: Credited,
    code: nullable(Type.String({ description: 'The code that moved it; null: a click.' })),
    transaction_id: nullable(Type.String()),
  }),
  step('sale', {
    at: Time,
    amount_cents: Cents,
    tax_cents: Cents,
    currency: Currency,
    test_mode: Type.Boolean(),
    source: SaleItem.properties.source,
    transaction_id: nullable(Type.String()),
  }),
  step('carried_code', { code: Type.String(), result: CodeResult, partner: Type.String() }),
  step('missing', {}),
  step('none', {
    code: SaleItem.properties.no_commission_code,
    months: nullable(Type.Integer()),
    note: nullable(Type.String()),
    rule: nullable(Type.Object({ version: Type.Integer(), scope: Scope })),
  }),
  step('earning', {
    amount_cents: Cents,
    currency: Currency,
    rule: Type.Object({ version: Type.Integer(), scope: Scope }),
    type: Type.Enum(['percent', 'flat']),
    basis_points: nullable(Type.Integer()),
    sale_cents: Cents,
    tax_cents: Cents,
    base_cents: Cents,
    duration_months: nullable(Type.Integer()),
    first_sale_at: Time,
  }),
  step('payable_from', { at: Time, hold_days: Type.Integer() }),
  step('held_from_start', { at: Time }),
  step('mature', MOVED),
  step('hold', { ...MOVED, by: nullable(Type.String()), reason: nullable(Type.String()) }),
  step('release', { ...MOVED, by: nullable(Type.String()) }),
  step('pay', {
    ...MOVED,
    payout_id: nullable(Id),
    payout_reference: nullable(Type.String()),
    payout_run_id: nullable(Id),
  }),
  step('unpay', MOVED),
  step('reverse', {
    ...MOVED,
    refund: nullable(
      Type.Object({
        amount_cents: Cents,
        currency: Currency,
        refunded_cents: Type.Integer({ description: 'In total after this refund.' }),
        sale_cents: Cents,
        earned_cents: Cents,
        reversed_cents: Type.Integer({ description: 'In total after this refund.' }),
      }),
    ),
    is_after_payout: Type.Boolean(),
  }),
  step('restore', MOVED),
  step('refund', {
    at: Time,
    amount_cents: Type.Integer({ description: 'Below zero: a refund that had been counted failed.' }),
    currency: Currency,
  }),
  step('state', {
    status: CommissionItem.properties.status,
    amount_cents: Cents,
    currency: Currency,
    payable_at: Time,
    hold_kind: CommissionItem.properties.hold_kind,
    hold_note: nullable(Type.String()),
  }),
]);

export type StoryStep = Static<typeof StoryStep>;
