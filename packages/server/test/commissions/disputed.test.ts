import type { PaymentAdjustment } from '@svc/core';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { completeCommissions } from '../../src/features/commissions/complete-commissions.js';
import { loadCommissions } from '../../src/features/commissions/load-commissions.js';
import { type Books, commissionOf, openBooks } from '../support/books.js';
import { saleOf } from '../support/commands.js';
import { holdCommission, releaseCommission } from '../support/commissions.js';
import { engines } from '../support/engines.js';
import { type PayoutSteps, payoutSteps } from '../support/payout-steps.js';
import { type SeededProgram, seedProgram, uniqueName } from '../support/seed.js';

describe.each(engines)('a disputed payment on %s', (engine) => {
  let books: Books;
  let program: SeededProgram;
  let steps: PayoutSteps;
  beforeEach(async () => {
    books = await openBooks(engine);
    program = await seedProgram(books.pool, { holdDays: 0 });
    steps = payoutSteps(books, program);
  });
  afterEach(() => books.close());

  const commission = async () => {
    const filter = { programId: program.programId };
    return (await loadCommissions(books.pool, filter, { limit: 1, after: null })).data[0];
  };
  const dispute = (state: 'open' | 'void'): PaymentAdjustment => ({
    key: 'dp_1',
    kind: 'dispute',
    state,
    amountCents: 10_000,
    currency: 'USD',
    reportedAtMs: state === 'open' ? 1 : 2,
  });

  test.each(['before', 'after'])(
    'reported %s a sale whose commission fails, holds the commission when it is completed',
    async (when) => {
      const { pool, tracking } = books;
      const customerKey = await books.lead(program, { clickId: await books.click(program) });
      const transactionId = uniqueName('txn');
      if (when === 'before') await books.reportPayment(program, [transactionId], dispute('open'));
      books.failAt = 'money';
      const sale = await tracking.submit(saleOf(program, { customerKey, transactionId }));
      expect(sale).toMatchObject({ kind: 'sale', commission: 'failed' });
      books.failAt = null;
      if (when === 'after') await books.reportPayment(program, [transactionId], dispute('open'));
      await completeCommissions(pool, tracking.ids, { nowMs: Date.now() });
      expect(await commission()).toMatchObject({
        status: 'held',
        hold_kind: 'dispute',
        hold_reason: 'The payment is disputed.',
        amount_cents: 2_000,
      });
      expect(await steps.differences()).toEqual([]);
      await books.reportPayment(program, [transactionId], dispute('void'));
      expect(await commission()).toMatchObject({ status: 'payable', hold_kind: null });
      expect(await steps.differences()).toEqual([]);
    },
  );

  test('keeps holding a commission that is released from another hold', async () => {
    const { pool, tracking } = books;
    const { transactionId, ...sale } = await books.soldOnce(program);
    const { id: commissionId } = commissionOf({ transactionId, ...sale });
    const target = { programId: program.programId, commissionId, nowMs: Date.now() };
    await holdCommission(pool, tracking.ids, { ...target, reason: 'Looks like fraud.' });
    await books.reportPayment(program, [transactionId], dispute('open'));
    expect(await commission()).toMatchObject({
      status: 'held',
      hold_kind: 'manual',
      hold_reason: 'Looks like fraud.',
    });
    await releaseCommission(pool, tracking.ids, target);
    expect(await commission()).toMatchObject({
      status: 'held',
      hold_kind: 'dispute',
      hold_reason: 'The payment is disputed.',
    });
    expect(await steps.differences()).toEqual([]);
    await books.reportPayment(program, [transactionId], dispute('void'));
    expect(await commission()).toMatchObject({ status: 'payable', hold_kind: null });
    expect(await steps.differences()).toEqual([]);
  });

  test('holds a commission that is payable again because its payout is cancelled', async () => {
    const { transactionId } = await steps.payableSale(10_000);
    await steps.payableSale(5_000);
    const payout = await steps.pay();
    expect(payout).toMatchObject({ amount_cents: 3_000 });
    await books.reportPayment(program, [transactionId], dispute('open'));
    await steps.cancel(payout?.id);
    expect(await steps.differences()).toEqual([]);
    expect(await steps.pay()).toMatchObject({ amount_cents: 1_000 });
    await books.reportPayment(program, [transactionId], dispute('void'));
    expect(await steps.pay()).toMatchObject({ amount_cents: 2_000 });
    expect(await steps.differences()).toEqual([]);
  });
});
