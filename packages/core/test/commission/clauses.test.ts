import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type ClauseCondition,
  type ClausePay,
  type CommissionRule,
  calculateCommission,
  customersAskedFor,
  decide,
  fold,
  type LineItem,
  type RuleClause,
} from '../../src/index.js';
import {
  customerOf,
  DAY_MS,
  enrollmentOf,
  factsOf,
  NOW_MS,
  newIds,
  programOf,
  refundCommand,
  saleCommand,
  saleOf,
  TWENTY_PERCENT,
} from '../facts-of.js';
import { type ModelHistory, modelCommission, modelLeft } from './clauses-model.js';

const ANY: ClauseCondition = {
  products: null,
  sale: null,
  codes: null,
  fromMonth: null,
  toMonth: null,
  minAmountCents: null,
  minCustomers: null,
};
const percent = (basisPoints: number, maxCents: number | null = null): ClausePay => ({
  type: 'percent',
  basisPoints,
  maxCents,
});
const flat = (amountCents: number): ClausePay => ({ type: 'flat', amountCents });
const clause = (when: Partial<ClauseCondition>, pay: ClausePay): RuleClause => ({
  when: { ...ANY, ...when },
  pay,
});

function ruleOf(
  list: readonly RuleClause[],
  otherwise: ClausePay | null = null,
  changes: Partial<CommissionRule> = {},
): CommissionRule {
  return { ...TWENTY_PERCENT, type: 'clauses', basisPoints: null, clauses: { list, otherwise }, ...changes };
}

function calculate(rule: CommissionRule, sale = saleOf(), code: string | null = null, firstId = sale.id) {
  const firstSale = { id: firstId, atMs: sale.occurredAtMs };
  const codes = code === null ? [] : [code];
  return calculateCommission({ sale, codes, rule, programCurrency: 'USD', firstSale });
}

const items = (...pairs: (readonly [string, number])[]): LineItem[] =>
  pairs.map(([product, amountCents]) => ({ product, amountCents }));

describe('a rule of clauses', () => {
  const PRODUCTS = ruleOf(
    [
      clause({ products: ['pro'] }, percent(3000)),
      clause({ products: ['gift'] }, { type: 'none' }),
      clause({}, percent(1000)),
    ],
    flat(1),
  );

  test('pays each item by its own clause, and the rest by the first clause without products', () => {
    const sale = saleOf({ items: items(['pro', 5_000], ['gift', 2_000], ['book', 1_000]) });
    const calculation = calculate(PRODUCTS, sale);
    expect(calculation).toMatchObject({ due: true, amountCents: 1_500 + 100 + 200, currency: 'USD' });
    expect(
      calculation.due && calculation.parts?.map(({ product, clause, cents }) => [product, clause, cents]),
    ).toEqual([
      ['pro', 1, 1_500],
      ['gift', 2, 0],
      ['book', 3, 100],
      [null, 3, 200],
    ]);
  });

  test('pays a sale without items as a rest, and no rest where the items are all of it', () => {
    expect(calculate(PRODUCTS)).toMatchObject({ amountCents: 1_000, parts: [{ product: null, clause: 3 }] });
    const whole = calculate(PRODUCTS, saleOf({ items: items(['pro', 10_000]) }));
    expect(whole).toMatchObject({ amountCents: 3_000, parts: [{ product: 'pro' }] });
    expect(whole.due && whole.parts).toHaveLength(1);
  });

  test('takes each part its share of the tax, and rounds it once', () => {
    const sale = saleOf({ amountCents: 100, taxCents: 17, items: items(['pro', 33]) });
    // 33 · 0.83 · 30 % = 8.217; 67 · 0.83 · 10 % = 5.561.
    expect(calculate(PRODUCTS, sale)).toMatchObject({
      amountCents: 8 + 6,
      baseCents: 83,
      parts: [
        { cents: 8, baseCents: 27 },
        { cents: 6, baseCents: 56 },
      ],
    });
  });

  test('limits a share per part, and says so', () => {
    const rule = ruleOf([clause({}, percent(5000, 700))]);
    expect(calculate(rule)).toMatchObject({ amountCents: 700, parts: [{ limitedBy: 'max_cents' }] });
    expect(calculate(rule, saleOf({ amountCents: 1_400 }))).toMatchObject({
      amountCents: 700,
      parts: [{ limitedBy: null }],
    });
  });

  test('earns nothing where no clause pays, where it comes to zero, and where the limit of the customer is reached', () => {
    const nothing = (rule: CommissionRule, sale = saleOf()) => calculate(rule, sale);
    expect(nothing(ruleOf([clause({ products: ['pro'] }, percent(10_000))]))).toEqual({
      due: false,
      code: 'no_clause',
    });
    expect(nothing(ruleOf([clause({}, { type: 'none' })], percent(10_000)))).toEqual({
      due: false,
      code: 'no_clause',
    });
    expect(nothing(ruleOf([clause({}, percent(1))], null), saleOf({ amountCents: 4 }))).toEqual({
      due: false,
      code: 'amount_zero',
    });
    const limited = ruleOf([clause({}, percent(1_000))], null, { maxTotalCents: 5_000 });
    expect(nothing(limited, saleOf({ customerLeftCents: 0 }))).toEqual({ due: false, code: 'total_reached' });
    expect(nothing(limited, saleOf({ customerLeftCents: 400 }))).toMatchObject({
      due: true,
      amountCents: 400,
    });
  });

  test('compares codes in any case, and holds for none without a code', () => {
    const rule = ruleOf([clause({ codes: ['JANE-20'] }, flat(500))], flat(7));
    expect(calculate(rule, saleOf(), 'jane-20')).toMatchObject({ amountCents: 500 });
    expect(calculate(rule, saleOf(), 'john')).toMatchObject({ amountCents: 7 });
    expect(calculate(rule)).toMatchObject({ amountCents: 7, parts: [{ clause: null }] });
  });

  test('pays flat amounts in the currency of the program, but never beside shares in another', () => {
    const rule = ruleOf([clause({ products: ['seat'] }, flat(500)), clause({}, percent(1_000))]);
    const euros = (...pairs: (readonly [string, number])[]) =>
      saleOf({ currency: 'EUR', items: items(...pairs) });
    expect(calculate(rule, euros(['seat', 10_000]))).toMatchObject({ amountCents: 500, currency: 'USD' });
    expect(calculate(rule, euros(['seat', 4_000]))).toMatchObject({
      amountCents: 600,
      currency: 'EUR',
      parts: [
        { product: 'seat', cents: 0, limitedBy: 'currency' },
        { product: null, cents: 600 },
      ],
    });
    const dollars = saleOf({ items: items(['seat', 4_000]) });
    expect(calculate(rule, dollars)).toMatchObject({ amountCents: 1_100, currency: 'USD' });
  });

  test('asks for as many customers as its clauses do', () => {
    expect(customersAskedFor(PRODUCTS)).toBeNull();
    expect(customersAskedFor(TWENTY_PERCENT)).toBeNull();
    const tiers = [clause({ minCustomers: 10 }, percent(1)), clause({ minCustomers: 50 }, percent(2))];
    expect(customersAskedFor(ruleOf(tiers))).toBe(50);
  });
});

const cents = fc.integer({ min: 0, max: 3_000 });
const pay: fc.Arbitrary<ClausePay> = fc.oneof(
  {
    arbitrary: fc
      .tuple(fc.integer({ min: 0, max: 10_000 }), fc.option(cents))
      .map(([bp, max]) => percent(bp, max)),
    weight: 4,
  },
  { arbitrary: cents.map(flat), weight: 2 },
  { arbitrary: fc.constant<ClausePay>({ type: 'none' }), weight: 1 },
);
const product = fc.constantFrom('a', 'b', 'c');
const maybe = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { freq: 2 });
const condition: fc.Arbitrary<ClauseCondition> = fc.record({
  products: maybe(fc.uniqueArray(product, { minLength: 1, maxLength: 2 })),
  sale: fc.option(fc.constantFrom('first', 'renewal'), { freq: 1 }),
  codes: fc.option(fc.constant(['x']), { freq: 1 }),
  fromMonth: fc.option(fc.integer({ min: 0, max: 3 }), { freq: 1 }),
  toMonth: fc.option(fc.integer({ min: 1, max: 5 }), { freq: 1 }),
  minAmountCents: fc.option(fc.integer({ min: 0, max: 8_000 }), { freq: 1 }),
  minCustomers: fc.option(fc.integer({ min: 0, max: 3 }), { freq: 1 }),
});
const rules = fc
  .record({
    list: fc.array(fc.record({ when: condition, pay }), { minLength: 1, maxLength: 5 }),
    otherwise: maybe(pay),
    durationMonths: fc.option(fc.integer({ min: 0, max: 4 }), { freq: 1 }),
    maxTotalCents: fc.option(fc.integer({ min: 1, max: 5_000 }), { freq: 1 }),
  })
  .map(({ list, otherwise, ...limits }) => ruleOf(list, otherwise, limits));
const sales = fc
  .record({
    customer: fc.integer({ min: 0, max: 3 }),
    amountCents: fc.integer({ min: 1, max: 10_000 }),
    tax: fc.integer({ min: 0, max: 30 }),
    currency: fc.constantFrom('USD', 'USD', 'EUR'),
    given: maybe(
      fc.array(fc.tuple(product, fc.integer({ min: 0, max: 6_000 })), { minLength: 1, maxLength: 4 }),
    ),
    daysAgo: fc.integer({ min: 0, max: 200 }),
    refunds: fc.array(fc.integer({ min: 1, max: 5_000 }), { maxLength: 3 }),
  })
  .map(({ tax, given, ...sale }) => {
    let left = sale.amountCents;
    const list = given?.map(([name, wanted]) => {
      const amountCents = Math.min(wanted, left);
      left -= amountCents;
      return { product: name, amountCents };
    });
    return { ...sale, taxCents: Math.floor((sale.amountCents * tax) / 100), items: list ?? null };
  });

test('any sales, items and refunds come to the cent to what a model written from the contract says', () => {
  fc.assert(
    fc.property(rules, fc.array(sales, { minLength: 1, maxLength: 6 }), (rule, sold) => {
      const customers = [0, 1, 2, 3].map((at) => customerOf({ id: 10 + at, customerKey: `c${at}` }));
      const facts = factsOf({ programs: [programOf({ rule })], enrollments: [enrollmentOf()], customers });
      if (customersAskedFor(rule) !== null) facts.partnerCustomers.set(5, 0);
      const newId = newIds();
      const model: ModelHistory = { firstSales: new Map(), earned: new Map() };
      for (const [at, { customer, daysAgo, refunds, ...paid }] of sold.entries()) {
        const transactionId = `order ${at}`;
        const occurredAtMs = NOW_MS - daysAgo * DAY_MS;
        const command = { ...paid, transactionId, customerKey: `c${customer}`, occurredAtMs };
        const decision = decide(saleCommand(command), facts, newId);
        for (const effect of decision.effects) fold(facts, effect);
        const { outcome } = decision;
        if (outcome.kind !== 'sale' || outcome.commission === 'failed') throw new Error('not recorded');
        const expected = modelCommission(rule, { ...paid, customer, occurredAtMs }, 'USD', model);
        expect(outcome.commission && [outcome.commission.amountCents, outcome.commission.currency]).toEqual(
          expected && [expected.cents, expected.currency],
        );
        let refunded = 0;
        for (const wanted of refunds) {
          const amountCents = Math.min(wanted, paid.amountCents - refunded);
          if (amountCents === 0) continue;
          const refund = decide(refundCommand({ transactionId, amountCents }), facts, newId);
          for (const effect of refund.effects) fold(facts, effect);
          refunded += amountCents;
          const left = expected && modelLeft(expected.cents, refunded, paid.amountCents);
          expect(refund.outcome).toMatchObject({ commission: expected && { amountCents: left } });
        }
      }
    }),
    { numRuns: 10_000 },
  );
}, 60_000);
