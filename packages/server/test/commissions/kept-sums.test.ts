import type { Pool } from 'pg';
import { describe, expect, test } from 'vitest';
import { createAdjustment } from '../../src/features/adjustments/create-adjustment.js';
import {
  addBalanceIncrements,
  addCommissionIncrements,
} from '../../src/features/commissions/add-increments.js';
import { loadMaturing } from '../../src/features/commissions/list-partner-commissions.js';
import { matureCommissions } from '../../src/features/commissions/mature-commissions.js';
import { loadBalances, loadFunds } from '../../src/features/partners/load-balances.js';
import { loadDue } from '../../src/features/payouts/load-due.js';
import { verifyBooks } from '../../src/verify/verify.js';
import { commissionOf, DAY_MS, openBooks } from '../support/books.js';
import { holdCommission } from '../support/commissions.js';
import { encryptionOf } from '../support/encryption.js';
import { engines } from '../support/engines.js';
import { perform } from '../support/operations.js';
import { payOut } from '../support/payouts.js';
import { type SeededProgram, seedProgram } from '../support/seed.js';
import { sharedAndVerified } from '../support/shared.js';

const addUp = (pool: Pool, limit = 5000) =>
  Promise.all([addCommissionIncrements(pool, { limit }), addBalanceIncrements(pool, { limit })]);

describe.each(engines)('kept sums of commissions and balances on %s', (engine) => {
  const books = sharedAndVerified(() => openBooks(engine));

  const countOf = async (table: string, program: SeededProgram) => {
    const { rows } = await books.pool.query<{ count: number }>(
      `select count(*) as count from ${table} where program_id = $1`,
      [program.programId],
    );
    return rows[0]?.count ?? 0;
  };
  /** All that is shown of a partner's money. */
  const shown = async ({ programId, partnerId }: SeededProgram) => ({
    balances: await loadBalances(books.pool, programId, partnerId),
    maturing: await loadMaturing(books.pool, { programId, partnerId }),
    due: (await loadDue(books.pool, programId, encryptionOf())).map(({ payable_cents, due_cents }) => [
      payable_cents,
      due_cents,
    ]),
  });
  const balance = (cents: Partial<Record<'pending' | 'held' | 'payable' | 'paid', bigint>>) => ({
    currency: 'USD',
    pending_cents: cents.pending ?? 0n,
    held_cents: cents.held ?? 0n,
    payable_cents: cents.payable ?? 0n,
    paid_cents: cents.paid ?? 0n,
  });

  test.each(['before any increment is added', 'after each step'])('follow a commission, %s', async (when) => {
    const program = await seedProgram(books.pool, { holdDays: 30 });
    const { pool, tracking } = books;
    const step = async () => {
      if (when === 'after each step') await addUp(pool);
      return shown(program);
    };
    const sold = await books.soldOnce(program, { amountCents: 10_000 });
    const held = commissionOf(await books.soldOnce(program, { amountCents: 5_000 }));
    const target = { programId: program.programId, commissionId: held.id, nowMs: Date.now() };
    await holdCommission(pool, tracking.ids, { ...target, reason: 'Looks odd.' });
    const day = new Date(commissionOf(sold).payableAtMs).toISOString().slice(0, 10);
    expect(await step()).toEqual({
      balances: [balance({ pending: 2_000n, held: 1_000n })],
      maturing: [{ day, currency: 'USD', amount_cents: 2_000n, commissions: 1, adjustments: 0 }],
      due: [],
    });
    await books.refund(program, sold.transactionId, 2_500);
    await matureCommissions(pool, tracking.ids, { nowMs: Date.now() + 31 * DAY_MS });
    expect(await step()).toEqual({
      balances: [balance({ payable: 1_500n, held: 1_000n })],
      maturing: [],
      due: [[1_500n, 1_500n]],
    });
    await payOut({ pool, ids: tracking.ids }, { ...program, currency: 'USD' });
    expect(await step()).toMatchObject({ balances: [balance({ paid: 1_500n, held: 1_000n })], due: [] });
    await books.refund(program, sold.transactionId);
    expect(await step()).toEqual({
      balances: [balance({ payable: -1_500n, paid: 1_500n, held: 1_000n })],
      maturing: [],
      due: [[0n, -1_500n]],
    });
    const { programId, partnerId } = program;
    const parts = async () => (await loadFunds(pool, programId, partnerId)).payable_parts;
    const part = { currency: 'USD', commissions_cents: 0n, adjustments_cents: 0n, carried_cents: -1_500n };
    expect(await parts()).toEqual([part]);
    const bonus = { partner_id: partnerId, amount_cents: 700, currency: 'USD', reason: 'A talk.' };
    await perform({ pool, ids: tracking.ids }, createAdjustment, { programId, input: bonus });
    expect(await parts()).toEqual([{ ...part, adjustments_cents: 700n }]);
  });

  test('add each increment once however many processes do it, and show the same meanwhile', async () => {
    const program = await seedProgram(books.pool);
    for (let sale = 0; sale < 12; sale++) await books.soldOnce(program);
    const before = await shown(program);
    expect(before.balances).toEqual([balance({ pending: 24_000n })]);
    expect(await countOf('commission_increments', program)).toBe(12);
    for (let round = 0; (await countOf('commission_increments', program)) > 0; round++) {
      expect(round).toBeLessThan(1000);
      const [, , ...seen] = await Promise.all([addUp(books.pool, 1), addUp(books.pool, 2), shown(program)]);
      expect(seen).toEqual([before]);
    }
    await addUp(books.pool);
    expect(await shown(program)).toEqual(before);
    expect(await countOf('balance_increments', program)).toBe(0);
  });

  test('count nothing of what could not be written', async () => {
    const program = await seedProgram(books.pool);
    const customerKey = await books.lead(program, { clickId: await books.click(program) });
    books.failAt = 'money';
    expect((await books.sale(program, { customerKey })).commission).toBe('failed');
    books.failAt = null;
    expect(await shown(program)).toEqual({ balances: [], maturing: [], due: [] });
    expect(await countOf('commission_increments', program)).toBe(0);
  });

  test('are those of the books at any moment while sales, refunds and jobs run', async () => {
    const program = await seedProgram(books.pool, { holdDays: 0 });
    const sellAndRefund = async () => {
      const { transactionId } = await books.soldOnce(program);
      await books.refund(program, transactionId, 1_000);
    };
    const looks = Array.from({ length: 4 }, async () => {
      await matureCommissions(books.pool, books.tracking.ids, { nowMs: Date.now() });
      await addUp(books.pool, 3);
      return (await verifyBooks(books.pool)).differences;
    });
    await Promise.all(Array.from({ length: 20 }, sellAndRefund));
    expect((await Promise.all(looks)).flat()).toEqual([]);
  });
});
