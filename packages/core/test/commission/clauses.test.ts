import { describe, expect, test } from 'vitest';
import {
  type ClauseCondition,
  type ClausePay,
  type CommissionRule,
  calculateCommission,
  customersAskedFor,
  type LineItem,
  type RuleClause,
} from '../../src/index.js';
import { saleOf, TWENTY_PERCENT } from '../facts-of.js';

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
