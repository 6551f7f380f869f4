import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { completeCommissions } from '../../src/features/commissions/complete-commissions.js';
import type { RuleTerms } from '../../src/features/rules/add-rule-version.js';
import { verifyBooks } from '../../src/verify/verify.js';
import { type Books, openBooks } from '../support/books.js';
import { engines } from '../support/engines.js';
import { changeCommissionRule } from '../support/rules.js';
import { type SeededProgram, seedProgram } from '../support/seed.js';

let books: Books;
afterEach(() => books.close());

const TIERS: RuleTerms = {
  type: 'clauses',
  clauses: [
    { when: { min_customers: 4 }, pay: { type: 'flat', amount_cents: 400 } },
    { when: { products: ['pro'] }, pay: { type: 'percent', basis_points: 5000 } },
  ],
  otherwise: { type: 'flat', amount_cents: 100 },
  durationMonths: null,
  maxTotalCents: 1_000,
};

describe.each(engines)('rules of clauses on %s', (engine) => {
  let program: SeededProgram;
  beforeEach(async () => {
    books = await openBooks(engine);
    program = await seedProgram(books.pool);
    await changeCommissionRule(books.pool, {
      programId: program.programId,
      enrollmentId: null,
      terms: TIERS,
    });
  });

  const differences = async () => (await verifyBooks(books.pool)).differences;
  const complete = () => completeCommissions(books.pool, books.tracking.ids, { nowMs: Date.now() + 60_000 });
  const newCustomer = async () => books.lead(program, { clickId: await books.click(program) });

  test('first sales that come at once count each other, one after the other', async () => {
    const customers = await Promise.all(Array.from({ length: 12 }, newCustomer));
    const sold = await Promise.all(customers.map((customerKey) => books.sale(program, { customerKey })));
    const earned = sold.map(({ commission }) => (commission === 'failed' ? null : commission?.amountCents));
    expect(earned.filter((cents) => cents === 100)).toHaveLength(4);
    expect(earned.filter((cents) => cents === 400)).toHaveLength(8);
    expect(await differences()).toEqual([]);
  });

  test('sales of one customer that come at once never earn more than the limit, late commissions included', async () => {
    const customerKey = await newCustomer();
    const items = [{ product: 'pro', amountCents: 1_000 }];
    books.failAt = 'money';
    const late = await books.sale(program, { customerKey, amountCents: 1_000, items });
    books.failAt = null;
    expect(late.commission).toBe('failed');
    await Promise.all(
      Array.from({ length: 6 }, () => books.sale(program, { customerKey, amountCents: 1_000, items })),
    );
    expect(await differences()).toEqual([]);
    expect(await complete()).toMatchObject({ completed: 1, failed: [] });
    const { rows } = await books.pool.query(
      `select k.original_cents, k.sale_id = $2 as is_late from commissions k where k.program_id = $1 order by 1, 2`,
      [program.programId, late.saleId],
    );
    expect(rows).toEqual([
      { original_cents: 500, is_late: false },
      { original_cents: 500, is_late: true },
    ]);
    expect(await differences()).toEqual([]);
  });

  test.each([
    [
      'items',
      `update sales set items = '[{"product":"pro","amountCents":9999}]' where items is not null`,
      /parts/,
    ],
    ['the number of customers', 'update sales set partner_customers = 4', /counted 4 customers .* at most 0/],
    [
      'a number of customers that is missing',
      'update sales set partner_customers = null',
      /does not say how many/,
    ],
    [
      'what was left',
      'update sales set customer_left_cents = 900',
      /could still earn the partner 900; it was 1000/,
    ],
    [
      'what was left, to nothing',
      'update sales set customer_left_cents = null',
      /does not say what the customer/,
    ],
    [
      'a clause',
      `update commission_rules set clauses = jsonb_set(clauses, '{1,pay,basis_points}', '6000') where clauses is not null`,
      /the audit log says/,
    ],
    [
      'what is paid otherwise',
      `update commission_rules set otherwise = '{"type":"flat","amount_cents":5}' where clauses is not null`,
      /otherwise/,
    ],
    ['the limit', 'update commission_rules set max_total_cents = 7 where clauses is not null', /at most 7/],
  ])('verify names an edit of %s', async (_what, sql, expected) => {
    const customerKey = await newCustomer();
    await books.sale(program, {
      customerKey,
      amountCents: 1_000,
      items: [{ product: 'pro', amountCents: 600 }],
    });
    expect(await differences()).toEqual([]);
    await books.pool.query(sql);
    expect((await differences()).map(({ what }) => what).join('\n')).toMatch(expected);
  });
});
