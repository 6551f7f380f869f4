import type { PaymentAdjustment } from '@svc/core';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { matureCommissions } from '../../src/features/commissions/mature-commissions.js';
import { loadDue } from '../../src/features/payouts/load-due.js';
import { loadStatement } from '../../src/features/payouts/load-statement.js';
import { type Books, openBooks } from '../support/books.js';
import { encryptionOf } from '../support/encryption.js';
import { engines } from '../support/engines.js';
import { type PayoutSteps, payoutSteps } from '../support/payout-steps.js';
import { type SeededProgram, seedProgram } from '../support/seed.js';

const refundReport = (state: 'counted' | 'void', amountCents: number): PaymentAdjustment => ({
  key: 're_1',
  kind: 'refund',
  state,
  amountCents,
  currency: 'USD',
  reportedAtMs: Date.now(),
});

describe.each(engines)('what a payout has kept back too much on %s', (engine) => {
  let books: Books;
  let program: SeededProgram;
  let steps: PayoutSteps;
  beforeEach(async () => {
    books = await openBooks(engine);
    program = await seedProgram(books.pool, { holdDays: 0 });
    steps = payoutSteps(books, program);
  });
  afterEach(() => books.close());

  const dueCents = async () =>
    (await loadDue(books.pool, program.programId, encryptionOf()))[0]?.due_cents ?? 0n;

  /** A first payout of 10,000, refunded, and a second one of 20,000 that keeps those 10,000 back. */
  async function keepBack(refund: (transactionId: string) => Promise<unknown>) {
    const { transactionId } = await steps.payableSale(50_000);
    const first = await steps.pay();
    await refund(transactionId);
    await steps.payableSale(100_000);
    expect(await steps.pay()).toMatchObject({ amount_cents: 10_000 });
    return first;
  }

  test('is paid once when the first payout is cancelled, and once more when that one is', async () => {
    const first = await keepBack((transactionId) => books.refund(program, transactionId));
    await steps.cancel(first?.id);
    expect([await dueCents(), await steps.differences()]).toEqual([10_000n, []]);
    const third = await steps.pay();
    expect(third).toMatchObject({ amount_cents: 10_000 });
    expect([await steps.pay(), await dueCents(), await steps.differences()]).toEqual([null, 0n, []]);
    const statement = await loadStatement(books.pool, program, {
      payoutId: third?.id ?? 0,
      encryption: encryptionOf(),
    });
    expect(statement.lines).toMatchObject([{ kind: 'carried', commission_id: null, amount_cents: 10_000 }]);
    await steps.cancel(third?.id);
    expect([await dueCents(), await steps.differences()]).toEqual([10_000n, []]);
    await steps.payableSale(5_000);
    expect(await steps.pay()).toMatchObject({ amount_cents: 11_000 });
    expect([await steps.pay(), await dueCents(), await steps.differences()]).toEqual([null, 0n, []]);
  });

  test('is paid once when a refund fails that the first payout knew of', async () => {
    const { transactionId } = await books.soldOnce(program, { amountCents: 50_000 });
    await books.reportPayment(program, [transactionId], refundReport('counted', 25_000));
    await matureCommissions(books.pool, books.tracking.ids, { nowMs: Date.now() });
    expect(await steps.pay()).toMatchObject({ amount_cents: 5_000 });
    await books.reportPayment(program, [transactionId], refundReport('void', 25_000));
    expect([await dueCents(), await steps.differences()]).toEqual([5_000n, []]);
    expect(await steps.pay()).toMatchObject({ amount_cents: 5_000 });
    expect([await steps.pay(), await dueCents(), await steps.differences()]).toEqual([null, 0n, []]);
  });

  test('is paid once when the refund fails', async () => {
    let refunded = '';
    await keepBack((transactionId) => {
      refunded = transactionId;
      return books.reportPayment(program, [transactionId], refundReport('counted', 50_000));
    });
    await books.reportPayment(program, [refunded], refundReport('void', 50_000));
    expect([await dueCents(), await steps.differences()]).toEqual([10_000n, []]);
    expect(await steps.pay()).toMatchObject({ amount_cents: 10_000 });
    expect([await steps.pay(), await dueCents(), await steps.differences()]).toEqual([null, 0n, []]);
  });
});
