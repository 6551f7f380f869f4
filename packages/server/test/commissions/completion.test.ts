import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { systemNow } from '../../src/clock.js';
import { completeCommissions } from '../../src/features/commissions/complete-commissions.js';
import { verifyBooks } from '../../src/verify/verify.js';
import { createCompletion } from '../../src/work/completion.js';
import { type Books, openBooks } from '../support/books.js';
import { saleOf } from '../support/commands.js';
import { engines } from '../support/engines.js';
import { changeCommissionRule } from '../support/rules.js';
import { type SeededProgram, seedProgram, uniqueName } from '../support/seed.js';

/** As many as are completed at once. */
const MANY = 200;

let books: Books;
afterEach(() => books.close());

describe.each(engines)('a commission that is completed late, on %s', (engine) => {
  beforeEach(async () => {
    books = await openBooks(engine);
  });

  /** Two equal sales of one customer: one with its commission at once, and one whose commission fails until it is completed. */
  async function recordTwice(program: SeededProgram, clickId: string, occurredAtMs: number) {
    const customerKey = await books.lead(program, { clickId });
    await books.sale(program, { customerKey });
    const atOnce = await books.sale(program, { customerKey, occurredAtMs });
    books.failAt = 'money';
    const late = await books.sale(program, { customerKey, occurredAtMs });
    books.failAt = null;
    expect(late.commission).toBe('failed');
    return { atOnce: atOnce.saleId, late: late.saleId };
  }

  async function changeEverything(program: SeededProgram, status: string): Promise<void> {
    const { programId, enrollmentId } = program;
    await books.pool.query('update programs set hold_days = 0 where id = $1', [programId]);
    await books.pool.query('update enrollments set status = $2 where id = $1', [enrollmentId, status]);
    const terms = { type: 'percent', basisPoints: 5000, durationMonths: null } as const;
    await changeCommissionRule(books.pool, { programId, enrollmentId: null, terms });
    await changeCommissionRule(books.pool, { programId, enrollmentId, terms });
  }

  const complete = () => completeCommissions(books.pool, books.tracking.ids, { nowMs: Date.now() + 60_000 });

  /** All that a sale fixes of its commission. */
  const storedCommission = async (saleId: number) => {
    const { rows } = await books.pool.query(
      `select rule_id, original_cents, amount_cents, currency, status, hold_kind, payable_at, reason
         from commissions where sale_id = $1`,
      [saleId],
    );
    return rows[0];
  };

  const FLAT = { type: 'flat', basisPoints: null, amountCents: 700, durationMonths: null } as const;

  test.each([
    ['approved', 'suspended', {}],
    ['suspended', 'approved', {}],
    ['approved', 'rejected', { partnerRule: FLAT, currency: 'EUR' }],
  ] as const)(
    'of a partner who was %s then and is %s now is the same as at once',
    async (then, now, rules) => {
      const program = await seedProgram(books.pool, { holdDays: 45, partnerStatus: 'approved', ...rules });
      const clickId = await books.click(program);
      await books.pool.query('update enrollments set status = $2 where id = $1', [
        program.enrollmentId,
        then,
      ]);
      const occurredAtMs = Date.now() - 5_000;
      const { atOnce, late } = await recordTwice(program, clickId, occurredAtMs);
      await changeEverything(program, now);
      expect(await complete()).toMatchObject({ completed: 1, failed: [] });
      const expected = await storedCommission(atOnce);
      expect(expected.payable_at.getTime()).toBe(occurredAtMs + 45 * 86_400_000);
      expect(expected.status).toBe(then === 'approved' ? 'pending' : 'held');
      expect(await storedCommission(late)).toEqual(expected);
      expect((await verifyBooks(books.pool)).differences).toEqual([]);
    },
  );

  test('of a sale from before these facts were kept goes by what is true now', async () => {
    const program = await seedProgram(books.pool, { holdDays: 45 });
    const { late } = await recordTwice(program, await books.click(program), Date.now());
    await books.pool.query(
      'update sales set hold_days = null, partner_status = null, program_currency = null where id = $1',
      [late],
    );
    await changeEverything(program, 'suspended');
    expect(await complete()).toMatchObject({ completed: 1, failed: [] });
    expect(await storedCommission(late)).toMatchObject({
      status: 'held',
      reason: { holdDays: 0, ruleVersion: 1 },
    });
  });
});

describe('completing', () => {
  beforeEach(async () => {
    books = await openBooks('postgres');
  });

  test('leaves sales that others have to them, and comes to an end', async () => {
    const { pool, tracking } = books;
    const program = await seedProgram(pool);
    const customerKey = await books.lead(program, { clickId: await books.click(program) });
    books.failAt = 'money';
    const sales = Array.from({ length: MANY }, () =>
      saleOf(program, { customerKey, transactionId: uniqueName('txn') }),
    );
    await Promise.all(sales.map((sale) => tracking.submit(sale)));
    books.failAt = null;
    const complete = createCompletion({
      pool,
      ids: tracking.ids,
      logger: pino({ level: 'silent' }),
      now: systemNow,
    });
    const { signal } = new AbortController();
    const other = await pool.connect();
    try {
      await other.query('begin');
      await other.query('select from sales for update');
      expect(await complete(signal)).toEqual({ completed: 0, failed: 0 });
    } finally {
      await other.query('rollback');
      other.release();
    }
    expect(await complete(signal)).toEqual({ completed: MANY, failed: 0 });
  });
});
