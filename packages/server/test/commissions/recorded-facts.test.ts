import type { SaleOutcome } from '@svc/core';
import { describe, expect, test } from 'vitest';
import { openBooks } from '../support/books.js';
import { leadOf, saleOf } from '../support/commands.js';
import { engines } from '../support/engines.js';
import { seedProgram, uniqueName } from '../support/seed.js';
import { sharedAndVerified } from '../support/shared.js';

describe.each(engines)('what was true when it was recorded, on %s', (engine) => {
  const books = sharedAndVerified(() => openBooks(engine));

  const recorded = async (transactionId: string) => {
    const { rows } = await books.pool.query(
      `select hold_days, partner_status, program_currency, customer_key, recorded_references
         from sales where transaction_id = $1`,
      [transactionId],
    );
    return rows[0];
  };

  test('is kept on a sale: the hold days, currency and partner of its program, and its customer key', async () => {
    const program = await seedProgram(books.pool, {
      holdDays: 12,
      currency: 'EUR',
      partnerStatus: 'approved',
    });
    const clickId = await books.click(program);
    const unnamed = saleOf(program, { clickId, currency: 'USD' });
    await books.tracking.submit(unnamed);
    await books.pool.query(`update enrollments set status = 'suspended' where id = $1`, [
      program.enrollmentId,
    ]);
    await books.pool.query('update programs set hold_days = 99 where id = $1', [program.programId]);
    const customerKey = uniqueName('customer');
    const named = saleOf(program, { clickId, customerKey });
    await books.tracking.submit(named);
    expect(await recorded(unnamed.transactionId)).toEqual({
      hold_days: 12,
      partner_status: 'approved',
      program_currency: 'EUR',
      customer_key: null,
      recorded_references: null,
    });
    expect(await recorded(named.transactionId)).toEqual({
      hold_days: 99,
      partner_status: 'suspended',
      program_currency: 'EUR',
      customer_key: customerKey,
      recorded_references: null,
    });
  });

  test('is kept on a lead: the key its customer had', async () => {
    const program = await seedProgram(books.pool);
    const keys = async () => {
      const { rows } = await books.pool.query(
        'select customer_key from leads where program_id = $1 order by occurred_at',
        [program.programId],
      );
      return rows.map(({ customer_key: key }) => key);
    };
    const customerKey = uniqueName('customer');
    await books.tracking.submit(leadOf(program, { customerKey, atMs: Date.now() - 1000 }));
    await books.tracking.submit(leadOf(program, { clickId: await books.click(program), customerKey: null }));
    expect(await keys()).toEqual([customerKey, null]);
  });

  test('is kept on a sale with every reference it is given, also those that come later', async () => {
    const program = await seedProgram(books.pool);
    const customerKey = await books.lead(program, { clickId: await books.click(program) });
    const [invoice, payment, charge] = ['in', 'pi', 'ch'].map(uniqueName) as [string, string, string];
    const sale = saleOf(program, {
      source: 'processor',
      customerKey,
      transactionId: invoice,
      references: [invoice, payment],
    });
    expect(await books.tracking.submit(sale)).toMatchObject({ kind: 'sale' } satisfies Partial<SaleOutcome>);
    expect((await recorded(invoice)).recorded_references).toEqual([invoice, payment]);
    await books.reportPayment(program, [payment, charge]);
    expect((await recorded(invoice)).recorded_references).toEqual([invoice, payment, charge]);

    const order = uniqueName('order');
    await books.tracking.submit(saleOf(program, { customerKey, transactionId: order }));
    const [late, later] = ['pi', 'ch'].map(uniqueName) as [string, string];
    await Promise.all([
      books.reportPayment(program, [order, late]),
      books.reportPayment(program, [late, later]),
    ]);
    expect((await recorded(order)).recorded_references).toEqual([order, late, later]);
  });
});
