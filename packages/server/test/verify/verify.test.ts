import type { PaymentAdjustment } from '@svc/core';
import type { Pool } from 'pg';
import { beforeAll, describe, expect, test } from 'vitest';
import { withTransaction } from '../../src/database/transaction.js';
import { createAdjustment } from '../../src/features/adjustments/create-adjustment.js';
import { createCode } from '../../src/features/codes/create-code.js';
import {
  addBalanceIncrements,
  addCommissionIncrements,
} from '../../src/features/commissions/add-increments.js';
import { matureCommissions } from '../../src/features/commissions/mature-commissions.js';
import { type VerifyProgress, verifyBooks } from '../../src/verify/verify.js';
import { type Books, commissionOf, DAY_MS, openBooks } from '../support/books.js';
import { holdCommission } from '../support/commissions.js';
import { engines } from '../support/engines.js';
import { perform } from '../support/operations.js';
import { payOut } from '../support/payouts.js';
import { casesOn } from '../support/repetitions.js';
import { type SeededProgram, seedProcessorEvent, seedProgram } from '../support/seed.js';
import { shared } from '../support/shared.js';
import { TAMPERINGS } from './tamperings.js';
import { TAMPERINGS_OF_BREAKDOWN } from './tamperings-of-breakdown.js';
import { TAMPERINGS_OF_SUMS } from './tamperings-of-sums.js';

/** Books in which everything that can happen has happened. */
async function fillBooks(books: Books): Promise<void> {
  const { pool, tracking } = books;
  const percent = await seedProgram(pool, { holdDays: 0 });
  await fillWithVisitors(books, percent);
  await fillWithReports(books, percent);
  const paid = await books.soldOnce(percent, { amountCents: 10_001, taxCents: 701, currency: 'EUR' });
  const refunded = await books.soldOnce(percent, { amountCents: 333 });
  await books.refund(percent, refunded.transactionId, 100, 'refund-1');
  await books.refund(percent, refunded.transactionId, 1);
  await matureCommissions(pool, tracking.ids, { nowMs: Date.now() });
  const payee = { programId: percent.programId, partnerId: percent.partnerId };
  const parts = { pool, ids: tracking.ids };
  const { partnerId } = payee;
  for (const [currency, amountCents] of [
    ['EUR', 700],
    ['USD', -5],
  ] as const) {
    const input = { partner_id: partnerId, amount_cents: amountCents, currency, reason: 'Agreed by email.' };
    await perform(parts, createAdjustment, { programId: percent.programId, input });
  }
  await payOut(parts, { ...payee, currency: 'EUR' });
  await payOut(parts, { ...payee, currency: 'USD' });
  await addCommissionIncrements(pool);
  await addBalanceIncrements(pool);
  await books.refund(percent, paid.transactionId, 3000);
  await books.soldOnce(percent, { currency: 'EUR', amountCents: 50_000 });
  await matureCommissions(pool, tracking.ids, { nowMs: Date.now() });
  await payOut(parts, { ...payee, currency: 'EUR' });
  await books.refund(percent, paid.transactionId);
  const flat = await seedProgram(pool, {
    workspaceId: percent.workspaceId,
    rule: { type: 'flat', basisPoints: null, amountCents: 500, durationMonths: 0 },
  });
  await books.soldOnce(await seedProgram(pool, { rule: null }));
  const { customerKey } = await books.soldOnce(flat);
  await books.sale(flat, { customerKey });
  await books.refund(flat, (await books.soldOnce(flat)).transactionId);
  const held = commissionOf(await books.soldOnce(flat));
  await holdCommission(pool, tracking.ids, {
    programId: flat.programId,
    commissionId: held.id,
    reason: 'A dispute was opened.',
    nowMs: Date.now(),
  });
  books.failAt = 'money';
  const missing = await books.sale(flat, { clickId: await books.click(flat) });
  expect(missing.commission).toBe('failed');
  books.failAt = 'totals';
  await books.soldOnce(flat);
  books.failAt = null;
}

/** Reports of a card processor: refunds of which one fails, a dispute, and one whose sale is not known. */
async function fillWithReports(books: Books, program: SeededProgram): Promise<void> {
  const adjustment = (key: string, changes: Partial<PaymentAdjustment> = {}): PaymentAdjustment => ({
    key,
    kind: 'refund',
    state: 'counted',
    amountCents: 1000,
    currency: 'USD',
    reportedAtMs: Date.now(),
    ...changes,
  });
  const sale = await books.soldOnce(program);
  await books.reportPayment(program, [sale.transactionId, 'ch_1'], adjustment('re_1'), adjustment('re_2'));
  await books.reportPayment(program, ['ch_1'], adjustment('re_2', { state: 'void' }));
  await books.reportPayment(program, ['ch_1'], adjustment('du_1', { kind: 'dispute', state: 'open' }));
  await books.reportPayment(program, ['ch_2', 'pi_2'], adjustment('re_3'));
  const later = await books.soldOnce(program);
  await books.reportPayment(program, ['ch_3', 'pi_3'], adjustment('re_4'));
  await books.reportPayment(program, ['pi_3', later.transactionId]);
  const { workspaceId } = program;
  await seedProcessorEvent(books.pool, { id: 'evt_1', workspaceId, status: 'processed' });
  await seedProcessorEvent(books.pool, { id: 'evt_2', workspaceId, status: 'ignored' });
  await books.pool.query(
    `insert into work_items (kind, key, due_at) select 'provider_event', id, now() from processor_events where event_id = 'evt_2'`,
  );
}

async function fillWithVisitors(books: Books, program: SeededProgram): Promise<void> {
  const input = { code: 'POD-20', partner_id: program.partnerId };
  await perform({ pool: books.pool }, createCode, { programId: program.programId, input });
  const yesterday = Date.now() - DAY_MS;
  await books.click(program, { atMs: yesterday });
  await books.click(program, { bot: true });
  await books.lead(program);
  await books.sale(program, { clickId: await books.click(program, { atMs: yesterday }) });
  const clickId = await books.click(program, { testMode: true });
  const customerKey = await books.lead(program, { clickId, testMode: true });
  await books.refund(program, (await books.sale(program, { customerKey, testMode: true })).transactionId, 5);
}

/** Changes a table behind everybody's back, runs `work`, and puts the table back as it was. */
async function whileTampered<T>(pool: Pool, table: string, sql: string, work: () => Promise<T>): Promise<T> {
  const withoutTriggers = (...statements: string[]) =>
    withTransaction(pool, async (client) => {
      await client.query("set local session_replication_role = 'replica'");
      for (const statement of statements) await client.query(statement);
    });
  await withoutTriggers(`create table kept_rows as select * from ${table}`, sql);
  try {
    return await work();
  } finally {
    await withoutTriggers(
      `delete from ${table}`,
      `insert into ${table} select * from kept_rows`,
      'drop table kept_rows',
    );
  }
}

describe.each(engines)('verify on %s', (engine) => {
  const books = shared(() => openBooks(engine));
  beforeAll(async () => {
    await fillBooks(books);
  });

  test('finds nothing in books that were kept by the service, and looks at all of them', async () => {
    const { checked, differences, isCut } = await verifyBooks(books.pool);
    expect(differences).toEqual([]);
    expect(isCut).toBe(false);
    // Nothing is sealed here, so that each edit below is found by what it breaks; `seals/` has edits of sealed books.
    for (const [table, count] of Object.entries(checked))
      if (table !== 'seals') expect(count, table).toBeGreaterThan(0);
  });

  test('finds the same with chunks of one sale', async () => {
    expect((await verifyBooks(books.pool, { chunkSize: 1 })).differences).toEqual([]);
  });

  test('says which check is running, and how many rows of how many it has read', async () => {
    const heard: VerifyProgress[] = [];
    const { checked } = await verifyBooks(books.pool, { chunkSize: 2, onProgress: (one) => heard.push(one) });
    const begun = heard.filter(({ rows }) => rows === null);
    expect(begun.map(({ number }) => number)).toEqual(begun.map((_, index) => index + 1));
    expect(begun.length).toBeGreaterThan(10);
    expect(new Set(heard.map(({ checks }) => checks))).toEqual(new Set([begun.length]));
    expect(new Set(begun.map(({ check }) => check)).size).toBe(begun.length);
    const sales = heard.flatMap(({ rows }) => (rows?.table === 'sales' ? [rows] : []));
    expect(new Set(sales.map(({ of }) => of))).toEqual(new Set([checked.sales]));
    expect(sales[0]?.read).toBe(2);
    expect(sales.at(-1)?.read).toBe(checked.sales);
    const payments = heard.flatMap(({ rows }) => (rows?.table === 'payments' ? [rows.read] : []));
    const { rows } = await books.pool.query<{ count: number }>(
      'select count(*) as count from payments where sale_id is not null',
    );
    expect(payments.at(-1)).toBe(rows[0]?.count);
    expect(payments).toEqual(payments.toSorted((a, b) => a - b));
  });

  test.each(casesOn(engine, [...TAMPERINGS, ...TAMPERINGS_OF_SUMS, ...TAMPERINGS_OF_BREAKDOWN]))(
    'finds %s changed by: %s',
    async (table, sql, foundIn, what) => {
      const { differences } = await whileTampered(books.pool, table, sql, () => verifyBooks(books.pool));
      const found = differences.filter((difference) => difference.table === foundIn);
      expect(found.map((difference) => difference.what).join('\n')).toMatch(what);
    },
  );

  test('finds nothing when all of that is undone', async () => {
    expect((await verifyBooks(books.pool)).differences).toEqual([]);
  });

  test('says that there are more differences than it lists', async () => {
    const { differences, isCut } = await whileTampered(books.pool, 'leads', 'delete from leads', () =>
      verifyBooks(books.pool, { maxDifferences: 2 }),
    );
    expect(differences).toHaveLength(2);
    expect(isCut).toBe(true);
  });

  test.each([
    [
      'is disabled',
      'alter table ledger_movements disable trigger ledger_append_only',
      'alter table ledger_movements enable trigger ledger_append_only',
    ],
    [
      'lets everything pass',
      `create or replace function refuse_ledger_change() returns trigger language plpgsql as 'begin return null; end'`,
      `create or replace function refuse_ledger_change() returns trigger language plpgsql as $$
begin
  raise exception 'the ledger is append-only: % refused', tg_op using errcode = 'restrict_violation';
end
$$`,
    ],
    [
      'is gone',
      'drop trigger ledger_append_only on ledger_movements',
      `create trigger ledger_append_only before update or delete or truncate on ledger_movements
         for each statement execute function refuse_ledger_change()`,
    ],
  ])('finds that the guard of the ledger %s', async (_how, tamper, mend) => {
    await books.pool.query(tamper);
    const { differences } = await verifyBooks(books.pool);
    await books.pool.query(mend);
    expect(differences).toEqual([
      { table: 'ledger_movements', id: 'ledger_append_only', what: expect.stringContaining('append-only') },
    ]);
    expect((await verifyBooks(books.pool)).differences).toEqual([]);
  });

  test('can run while the service writes, and sees one state of the books', async () => {
    const program = await seedProgram(books.pool);
    const sales = Array.from({ length: 30 }, () => books.soldOnce(program));
    const reports = await Promise.all(Array.from({ length: 5 }, () => verifyBooks(books.pool)));
    await Promise.all(sales);
    expect(reports.flatMap(({ differences }) => differences)).toEqual([]);
  });
});
