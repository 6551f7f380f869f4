import type { PaymentAdjustment } from '@svc/core';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { completeCommissions } from '../../src/features/commissions/complete-commissions.js';
import { loadCommissions } from '../../src/features/commissions/load-commissions.js';
import { verifyBooks } from '../../src/verify/verify.js';
import { type Books, commissionOf, openBooks } from '../support/books.js';
import { saleOf } from '../support/commands.js';
import { holdCommission } from '../support/commissions.js';
import { engines } from '../support/engines.js';
import { type SeededProgram, seedProgram, uniqueName } from '../support/seed.js';

describe.each(engines)('a refund that the card processor reports on %s', (engine) => {
  let books: Books;
  let program: SeededProgram;
  beforeEach(async () => {
    books = await openBooks(engine);
    program = await seedProgram(books.pool, { holdDays: 0 });
  });
  afterEach(() => books.close());

  const refundReportOf = (amountCents: number, state: 'counted' | 'void' = 'counted'): PaymentAdjustment => ({
    key: 're_1',
    kind: 'refund',
    state,
    amountCents,
    currency: 'USD',
    reportedAtMs: Date.now(),
  });
  const differences = async () => (await verifyBooks(books.pool)).differences;
  const commission = async () => {
    const { data } = await loadCommissions(
      books.pool,
      { programId: program.programId },
      { limit: 1, after: null },
    );
    return data[0];
  };

  test('leaves a commission on hold when it fails, as it was before', async () => {
    const { transactionId, ...sale } = await books.soldOnce(program);
    const { id: commissionId } = commissionOf({ transactionId, ...sale });
    const hold = {
      programId: program.programId,
      commissionId,
      nowMs: Date.now(),
      reason: 'Looks like fraud.',
    };
    await holdCommission(books.pool, books.tracking.ids, hold);
    await books.reportPayment(program, [transactionId], refundReportOf(10_000));
    expect(await commission()).toMatchObject({ status: 'reversed', hold_reason: null, amount_cents: 0 });
    expect(await differences()).toEqual([]);
    await books.reportPayment(program, [transactionId], refundReportOf(10_000, 'void'));
    expect(await commission()).toMatchObject({
      status: 'held',
      hold_reason: 'Looks like fraud.',
      amount_cents: 2_000,
    });
    expect(await differences()).toEqual([]);
  });

  test('before a sale whose commission fails takes it back once when that is completed', async () => {
    const { pool, tracking } = books;
    const customerKey = await books.lead(program, { clickId: await books.click(program) });
    const transactionId = uniqueName('txn');
    await books.reportPayment(program, [transactionId], refundReportOf(5_000));
    books.failAt = 'money';
    const sale = await tracking.submit(saleOf(program, { customerKey, transactionId }));
    expect(sale).toMatchObject({ kind: 'sale', commission: 'failed' });
    books.failAt = null;
    expect(await completeCommissions(pool, tracking.ids, { nowMs: Date.now() })).toMatchObject({
      completed: 1,
    });
    const { rows } = await pool.query(
      `select sum(commission_cents)::bigint as earned, sum(reversed_cents)::bigint as reversed
         from daily_totals where program_id = $1`,
      [program.programId],
    );
    expect(rows).toEqual([{ earned: 2_000, reversed: 1_000 }]);
    expect(await differences()).toEqual([]);
  });
});
