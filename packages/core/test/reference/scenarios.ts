import fc from 'fast-check';
import type { LeadReport, Pay, Policy, Rule, SaleReport, When } from './model.js';

/** One thing that happens in a program, in words of the HTTP interface. Refunds are of the sale with this number, counted from 0. */
export type Step =
  | ({ kind: 'lead' } & LeadReport)
  | ({ kind: 'sale' } & Omit<SaleReport, 'transaction' | 'atMs'> & { daysAgo: number })
  | { kind: 'refund'; which: number; cents: number | null; isRepeated: boolean };

/** A program with two partners, a code of each, and what happens in it. */
export interface Scenario {
  readonly policy: Policy;
  /** The rule from the middle of the steps on; null: it stays. */
  readonly nextRule: Rule | null;
  readonly steps: readonly Step[];
}

/** By code, the number of its partner. */
export const CODES: ReadonlyMap<string, number> = new Map([
  ['POD-0', 0],
  ['POD-1', 1],
]);

const often = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { freq: 4 });
const rarely = <Value, Nil>(value: fc.Arbitrary<Value>, nil: Nil): fc.Arbitrary<Value | Nil> =>
  fc.oneof({ weight: 1, arbitrary: value }, { weight: 3, arbitrary: fc.constant(nil) });
const maybe = <Value>(value: fc.Arbitrary<Value>) => rarely(value, undefined);
/** Without what is undefined, as JSON has it. */
const present = <Fields extends object>(fields: Fields) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));

const basisPoints = fc.oneof(fc.integer({ min: 0, max: 10_000 }), fc.constantFrom(0, 1, 3333, 10_000));
const cents = fc.integer({ min: 0, max: 3000 });
const product = fc.constantFrom('a', 'b', 'c');
const code = fc.constantFrom('POD-0', 'POD-1', 'pod-0', 'Pod-1', 'NOPE');

const pay: fc.Arbitrary<Pay> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc
      .record({ basis_points: basisPoints, max_cents: maybe(cents) })
      .map((fields) => present({ type: 'percent', ...fields }) as Pay),
  },
  { weight: 2, arbitrary: cents.map((amount_cents): Pay => ({ type: 'flat', amount_cents })) },
  { weight: 1, arbitrary: fc.constant<Pay>({ type: 'none' }) },
);

const when: fc.Arbitrary<When> = fc
  .record({
    products: maybe(fc.uniqueArray(product, { minLength: 1, maxLength: 2 })),
    sale: maybe(fc.constantFrom('first', 'renewal')),
    codes: maybe(fc.uniqueArray(code, { minLength: 1, maxLength: 2 })),
    from_month: maybe(fc.integer({ min: 0, max: 3 })),
    to_month: maybe(fc.integer({ min: 4, max: 6 })),
    min_amount_cents: maybe(fc.integer({ min: 1, max: 8000 })),
    min_customers: maybe(fc.integer({ min: 0, max: 2 })),
  })
  .map((fields) => present(fields) as When);

const rule: fc.Arbitrary<Rule> = fc
  .record({
    duration_months: rarely(fc.integer({ min: 0, max: 5 }), null),
    max_total_cents: rarely(fc.integer({ min: 1, max: 5000 }), null),
    shape: fc.oneof(
      {
        weight: 1,
        arbitrary: basisPoints.map((basis_points) => ({ type: 'percent' as const, basis_points })),
      },
      { weight: 1, arbitrary: cents.map((amount_cents) => ({ type: 'flat' as const, amount_cents })) },
      {
        weight: 6,
        arbitrary: fc.record({
          type: fc.constant('clauses' as const),
          clauses: fc.array(fc.record({ when, pay }), { minLength: 1, maxLength: 4 }),
          otherwise: often(pay),
        }),
      },
    ),
  })
  .map(({ shape, ...limits }) => ({ ...shape, ...limits }));

const currency = fc.constantFrom('USD', 'JPY', 'KWD');
const policy: fc.Arbitrary<Policy> = fc
  .record({
    currency,
    attribution_precedence: fc.constantFrom('link', 'code'),
    lead_reward_cents: rarely(fc.integer({ min: 1, max: 500 }), null),
    rule,
    own: rarely(rule, null),
  })
  .map(({ own, ...fields }) => ({
    ...fields,
    partnerRules: new Map(own === null ? [] : [[1, own]]),
    codes: CODES,
  }));

const customer = fc.constantFrom('ann', 'bob', 'cleo');
const lead: fc.Arbitrary<Step> = fc.record({
  kind: fc.constant('lead' as const),
  customer,
  click: often(fc.constantFrom(0, 1)),
  code: rarely(code, null),
});
const sale: fc.Arbitrary<Step> = fc
  .record({
    customer,
    amount: fc.integer({ min: 1, max: 10_000 }),
    taxShare: fc.constantFrom(0, 0, 7, 19, 100),
    currency,
    wanted: often(fc.array(fc.tuple(product, fc.integer({ min: 0, max: 6000 })), { maxLength: 4 })),
    code: rarely(code, null),
    daysAgo: fc.integer({ min: 0, max: 210 }),
  })
  .map(({ taxShare, wanted, ...fields }) => {
    let left = fields.amount;
    const items = wanted?.map(([name, most]) => {
      const amount_cents = Math.min(most, left);
      left -= amount_cents;
      return { product: name, amount_cents };
    });
    const tax = Math.floor((fields.amount * taxShare) / 100);
    return { kind: 'sale' as const, ...fields, tax, items: items ?? null };
  });
const refund: fc.Arbitrary<Step> = fc.record({
  kind: fc.constant('refund' as const),
  which: fc.nat(5),
  cents: often(fc.integer({ min: 1, max: 4000 })),
  isRepeated: fc.boolean(),
});

/** Two customers to begin with, so that there is somebody to sell to. */
const OPENING: readonly Step[] = [
  { kind: 'lead', customer: 'ann', click: 0, code: null },
  { kind: 'lead', customer: 'bob', click: null, code: 'POD-1' },
];

/** Programs, rules and what happens in them, in any order. */
export const scenarios: fc.Arbitrary<Scenario> = fc.record({
  policy,
  nextRule: rarely(rule, null),
  steps: fc
    .array(
      fc.oneof(
        { weight: 2, arbitrary: lead },
        { weight: 6, arbitrary: sale },
        { weight: 3, arbitrary: refund },
      ),
      { minLength: 4, maxLength: 14, size: 'max' },
    )
    .map((steps) => [...OPENING, ...steps]),
});
