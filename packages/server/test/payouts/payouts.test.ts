import type { PayoutItem } from '@svc/contract';
import { describe, expect, test } from 'vitest';
import { matureCommissions } from '../../src/features/commissions/mature-commissions.js';
import { verifyBooks } from '../../src/verify/verify.js';
import { balancesOf, openBooks } from '../support/books.js';
import { engines } from '../support/engines.js';
import { payOut } from '../support/payouts.js';
import { type SeededProgram, seedProgram } from '../support/seed.js';
import { shared, sharedAndVerified } from '../support/shared.js';

describe.each(engines)('payouts on %s', (engine) => {
  const books = sharedAndVerified(() => openBooks(engine));

  const newProgram = () => seedProgram(books.pool, { holdDays: 0 });
  const mature = () => matureCommissions(books.pool, books.tracking.ids, { nowMs: Date.now() });
  const payPartner = ({ programId, partnerId }: SeededProgram) =>
    payOut({ pool: books.pool, ids: books.tracking.ids }, { programId, partnerId, currency: 'USD' });
  const paid = async (program: SeededProgram): Promise<PayoutItem> => {
    const payout = await payPartner(program);
    if (payout === null) throw new Error('nothing is due');
    return payout;
  };
  /** How many movements of each kind a payout has. */
  const movementsOf = async ({ id }: PayoutItem) => {
    const { rows } = await books.pool.query<{ kind: string; count: number }>(
      'select kind, count(*) as count from ledger_movements where payout_id = $1 group by kind',
      [id],
    );
    return Object.fromEntries(rows.map(({ kind, count }) => [kind, count]));
  };
  /** A sale of which 20 % are payable. */
  const payableSale = async (program: SeededProgram, amountCents = 10_000) => {
    const sale = await books.soldOnce(program, { amountCents });
    await mature();
    return sale;
  };
  const balances = (program: SeededProgram) => balancesOf(books.pool, program.programId);

  test('pay everything payable in one currency, and nothing that is pending, held or of others', async () => {
    const program = await newProgram();
    const slow = await seedProgram(books.pool, { workspaceId: program.workspaceId });
    await books.soldOnce(slow);
    await payableSale(program, 10_000);
    await payableSale(program, 5_000);
    await books.soldOnce(program, { currency: 'EUR' });
    await mature();
    const payout = await paid(program);
    expect(payout).toMatchObject({
      amount_cents: 3000,
      currency: 'USD',
      status: 'paid',
      reference: 'Transfer 1',
    });
    expect(await movementsOf(payout)).toEqual({ pay: 2 });
    expect(await balances(program)).toEqual({ expense: -5000, payable: 2000, paid: 3000 });
    expect(await balances(slow)).toEqual({ expense: -2000, pending: 2000 });
    expect(await payPartner(slow)).toBeNull();
  });

  test('are made once when asked for at once', async () => {
    const program = await newProgram();
    await payableSale(program);
    await payableSale(program);
    const results = await Promise.all([
      payPartner(program),
      payPartner(program),
      payPartner(program),
      payPartner(program),
    ]);
    expect(results.filter((payout) => payout !== null)).toHaveLength(1);
    expect(await balances(program)).toEqual({ expense: -4000, paid: 4000 });
  });

  test('are refused for a partner who is not in the program', async () => {
    const program = await newProgram();
    const other = await newProgram();
    await payableSale(other);
    expect(await payPartner({ ...program, partnerId: other.partnerId })).toBeNull();
    expect(await balances(other)).toEqual({ expense: -2000, payable: 2000 });
  });

  test('carry what was reversed after an earlier payout', async () => {
    const program = await newProgram();
    const sale = await payableSale(program);
    await paid(program);
    const refund = await books.refund(program, sale.transactionId, 5000);
    expect(refund.commission).toMatchObject({ amountCents: 1000, status: 'paid' });
    expect(await balances(program)).toEqual({ expense: -1000, payable: -1000, paid: 2000 });
    expect(await payPartner(program)).toBeNull();
    await payableSale(program, 4000);
    expect(await payPartner(program)).toBeNull();
    await payableSale(program, 4000);
    const payout = await paid(program);
    expect(payout.amount_cents).toBe(600);
    expect(await movementsOf(payout)).toEqual({ pay: 2, carry: 1 });
    expect(await balances(program)).toEqual({ expense: -2600, paid: 2600 });
  });

  test('carry each reversed cent once, refund after refund', async () => {
    const program = await newProgram();
    const sale = await payableSale(program, 999);
    expect(await paid(program)).toMatchObject({ amount_cents: 200 });
    for (const cents of [1, 332, 333]) {
      await books.refund(program, sale.transactionId, cents);
      await payableSale(program, 10_000);
      await paid(program);
    }
    await books.refund(program, sale.transactionId);
    expect(await balances(program)).toMatchObject({ expense: -6000 });
    await payableSale(program, 10_000);
    await paid(program);
    expect(await balances(program)).toEqual({ expense: -8000, paid: 8000 });
  });

  test('do not lose a refund that comes while they are made', async () => {
    const program = await newProgram();
    const sales = [];
    for (let sale = 0; sale < 8; sale++) sales.push(await payableSale(program));
    await paid(program);
    for (let sale = 0; sale < 8; sale++) sales.push(await payableSale(program));
    await Promise.all([
      ...sales.map(({ transactionId }) => books.refund(program, transactionId, 2500)),
      payPartner(program),
      books.soldOnce(program).then(mature),
      payPartner(program),
    ]);
    expect((await verifyBooks(books.pool)).differences).toEqual([]);
    await payableSale(program, 1_000_000);
    await paid(program);
    const left = 16 * 1500 + 2000 + 200_000;
    expect(await balances(program)).toEqual({ expense: -left, paid: left });
  });

  test('leave for the next one what passes the largest amount there is', async () => {
    const program = await seedProgram(books.pool, {
      holdDays: 0,
      rule: { type: 'percent', basisPoints: 10_000, amountCents: null, durationMonths: null },
    });
    await payableSale(program, Number.MAX_SAFE_INTEGER);
    await payableSale(program, 7);
    const amounts = [await paid(program), await paid(program)].map(({ amount_cents }) => amount_cents);
    expect(amounts.sort()).toEqual([7, Number.MAX_SAFE_INTEGER]);
  });
});

describe.each(engines)('the ledger on %s', (engine) => {
  const books = shared(() => openBooks(engine));

  test.each([
    ['an update', 'update ledger_movements set amount_cents = 1'],
    ['an update of no row', 'update ledger_movements set amount_cents = 1 where false'],
    ['a delete', 'delete from ledger_movements'],
    ['a truncate', 'truncate ledger_movements'],
  ])('refuses %s', async (_what, sql) => {
    await books.soldOnce(await seedProgram(books.pool));
    const before = (await books.pool.query('select * from ledger_movements order by id')).rows;
    await expect(books.pool.query(sql)).rejects.toThrow('the ledger is append-only');
    expect((await books.pool.query('select * from ledger_movements order by id')).rows).toEqual(before);
  });

  test.each([
    ['a delete', 'delete from commissions'],
    ['a truncate', 'truncate commissions'],
    ['a truncate of all that depends on them', 'truncate commissions cascade'],
  ])('refuses %s of commissions', async (_what, sql) => {
    await books.soldOnce(await seedProgram(books.pool));
    const before = (await books.pool.query('select * from commissions order by id')).rows;
    await expect(books.pool.query(sql)).rejects.toThrow('commissions are never removed');
    expect((await books.pool.query('select * from commissions order by id')).rows).toEqual(before);
  });

  test.each([
    ['earned', 'earn', "'expense', 'pending'"],
    ['reversed for the same refund', 'reverse', "'pending', 'expense'"],
  ])('refuses to have a commission %s twice', async (_what, kind, accounts) => {
    const sale = await books.soldOnce(await seedProgram(books.pool));
    const program = await seedProgram(books.pool);
    const other = await books.soldOnce(program);
    await books.refund(program, other.transactionId, 100);
    expect(sale.commission).not.toBeNull();
    const again = `insert into ledger_movements
      select -id, program_id, partner_id, currency, kind, ${accounts}, amount_cents, commission_id, refund_id, payout_id,
             occurred_at from ledger_movements where kind = '${kind}' limit 1`;
    await expect(books.pool.query(again)).rejects.toThrow('duplicate key');
  });
});
