import Type, { type Static, type TProperties } from 'typebox';
import { CommissionItem, FraudFlag } from '../commissions.js';
import { ClausePay, CommissionRuleTerms, RuleScope } from '../rules.js';
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

/** Money that moved between the accounts of the partner. */
const MOVED = { at: Time, amount_cents: Cents, currency: Currency };

/** A part of a sale, and what one clause of the rule made of it. */
export const CommissionPart = Type.Object({
  what: Type.Enum(['item', 'rest', 'sale'], { description: '`rest`: what is in no item.' }),
  product: nullable(Type.String()),
  amount_cents: Type.Integer({ description: 'Tax included.' }),
  base_cents: Type.Integer({ description: 'Without its share of the tax.' }),
  sale_currency: Currency,
  clause: nullable(
    Type.Integer({ description: 'Counted from 1; null: no clause held, and `otherwise` counts.' }),
  ),
  pay: nullable(ClausePay),
  earned_cents: Cents,
  currency: Currency,
  limited_by: nullable(
    Type.Enum(['max_cents', 'currency'], {
      description: '`currency`: a flat amount beside shares in another currency, which pays nothing.',
    }),
  ),
});

export const StoryStep = Type.Union([
  step('click', {
    at: nullable(Type.String({ format: 'date-time', description: 'Null: credited without a click.' })),
    partner: Type.String(),
    short_link: nullable(Type.String()),
    test_mode: Type.Boolean(),
    is_kept: Type.Boolean({ description: 'False: clicks of that month have been deleted.' }),
    referrer: nullable(Type.String()),
    imported_from: nullable(
      Type.String({
        description: "The system that had the customer as the partner's, where no click credits them.",
      }),
    ),
  }),
  step('code', { partner: Type.String(), code: Type.String() }),
  step('lead', {
    at: nullable(Type.String({ format: 'date-time', description: 'Null: no lead was recorded.' })),
    test_mode: Type.Boolean(),
    customer: nullable(Type.String()),
  }),
  step('credit', {
    at: Time,
    cause: Type.Enum(['server_lead', 'server_sale', 'assigned']),
    effect: Type.Enum(['before', 'this_sale', 'since']),
    from: Credited,
    to: Credited,
    code: nullable(Type.String({ description: 'The code that moved it; null: a click.' })),
    transaction_id: nullable(Type.String()),
    reason: nullable(Type.String({ description: 'What the person wrote who assigned the customer.' })),
    by: nullable(Type.String({ description: 'Who assigned the customer, for the team.' })),
    moves_sale: Type.Boolean({
      description: 'This sale was recorded before, and assigned with the customer.',
    }),
  }),
  step('sale', {
    at: Time,
    amount_cents: Cents,
    tax_cents: Cents,
    currency: Currency,
    test_mode: Type.Boolean(),
    source: SaleItem.properties.source,
    transaction_id: nullable(Type.String()),
    entered: nullable(
      Type.Object(
        { by: nullable(Type.String()), reason: Type.String() },
        {
          description: 'Nobody reported the sale: a person entered it. `by` is for the team.',
        },
      ),
    ),
  }),
  step('carried_code', { code: Type.String(), result: CodeResult, partner: Type.String() }),
  step('missing', {}),
  step('none', {
    code: SaleItem.properties.no_commission_code,
    months: nullable(Type.Integer()),
    note: nullable(Type.String()),
    rule: nullable(Type.Object({ version: Type.Integer(), scope: RuleScope })),
  }),
  step('earning', {
    amount_cents: Cents,
    currency: Currency,
    rule: Type.Object({ version: Type.Integer(), scope: RuleScope }),
    type: CommissionRuleTerms.properties.type,
    basis_points: nullable(Type.Integer()),
    sale_cents: Cents,
    tax_cents: Cents,
    base_cents: Cents,
    duration_months: nullable(Type.Integer()),
    first_sale_at: Time,
    limit: nullable(
      Type.Object(
        { max_total_cents: Cents, left_cents: Cents },
        {
          description: 'What one customer earns a partner at most, and what was left of it before this sale.',
        },
      ),
    ),
  }),
  step('part', CommissionPart.properties),
  step('reward', { amount_cents: Cents, currency: Currency }),
  step('payable_from', { at: Time, hold_days: Type.Integer(), after: Type.Enum(['sale', 'lead']) }),
  step('flagged', {
    flag: FraudFlag,
    holds: Type.Boolean(),
    domain: nullable(
      Type.String({
        description: "Of `self_referral`: the partner's own domain; null: the address is theirs.",
      }),
    ),
    seconds: nullable(Type.Integer({ description: 'Of `fast_sale`.' })),
    clicks: nullable(Type.Integer({ description: 'Of `click_burst`.' })),
    parameter: nullable(Type.String({ description: 'Of `paid_search`.' })),
    customers: nullable(Type.Integer({ description: 'Of `code_leak`, on that day.' })),
    average: nullable(Type.Number({ description: 'Of `code_leak`: customers a day in the 30 days before.' })),
  }),
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
  step('reject', { ...MOVED, by: nullable(Type.String()), reason: nullable(Type.String()) }),
  step('restore', MOVED),
  step('reassign', {
    ...MOVED,
    is_back: Type.Boolean({ description: 'The sale was assigned back, and its commission with it.' }),
    is_after_payout: Type.Boolean(),
  }),
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
    of: Type.Enum(['sale', 'lead']),
  }),
]);

export type StoryStep = Static<typeof StoryStep>;
export type CommissionPart = Static<typeof CommissionPart>;
