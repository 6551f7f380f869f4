import type { SaleOutcome } from '@svc/core';
import { describe, expect, test } from 'vitest';
import { verifyBooks } from '../../src/verify/verify.js';
import { saleOf } from '../support/commands.js';
import { engines } from '../support/engines.js';
import { startService } from '../support/service.js';
import { sharedAndVerified } from '../support/shared.js';
import { MAPPING, openImporting, PARTNERS, partnersFile, replayed, salesFile } from './imports-support.js';

const DAY_MS = 86_400_000;

/** A day so many days ago, as files have it. */
const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10);

describe.each(engines)('the order of imported history on %s', (engine) => {
  const service = sharedAndVerified(() => startService(engine));

  /** A program that pays twelve months, with what imports into it and sells in it. */
  async function open() {
    const { program, send, mark } = await openImporting(service);
    const load = async (...files: object[]) => {
      const answer = await send('POST', '/imports', {
        mapping: { ...MAPPING, commissions: COMMISSIONS },
        files: [partnersFile(`${PARTNERS}tom@example.com,Tom,active\n`), ...files],
      });
      expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    };
    const row = (name: string, days: number, partner = 'maria@example.com') =>
      `${name}${mark},ann${mark},${partner},10.00,USD,${daysAgo(days)},`;
    const sell = (name: string, days: number | null = null) =>
      service.tracking.submit(
        saleOf(program, {
          customerKey: `ann${mark}`,
          transactionId: `${name}${mark}`,
          amountCents: 10_000,
          occurredAtMs: days === null ? null : Date.now() - days * DAY_MS,
        }),
      ) as Promise<SaleOutcome>;
    const ann = async () => {
      const { rows } = await service.pool.query<{ id: number; day: string; email: string; first: string }>(
        `select c.id, to_char(c.first_sale_at at time zone 'UTC', 'YYYY-MM-DD') as day, p.email, s.transaction_id as first
           from customers c join sales s on s.id = c.first_sale_id join partners p on p.id = c.partner_id
          where c.program_id = $1`,
        [program.programId],
      );
      return rows[0];
    };
    return { program, mark, load, row, sell, ann };
  }

  const COMMISSIONS = {
    columns: {
      commission_id: 'id',
      partner_email: 'partner',
      amount: 'earned',
      occurred_at: 'paid',
      transaction_id: 'order',
      customer_key: 'customer',
      sale_amount: 'amount',
    },
  };

  test('begins with the oldest row of all files, and its partner brought the customer', async () => {
    const { program, mark, load, row, sell, ann } = await open();
    await load(
      salesFile(row('c', 10), row('b', 200, 'tom@example.com')),
      salesFile(row('d', 50), row('a', 500, 'tom@example.com'), row('e', 499)),
    );
    expect(await ann()).toMatchObject({ first: `a${mark}`, day: daysAgo(500), email: 'tom@example.com' });
    expect(await sell('renewal')).toMatchObject({ commission: null });
    expect(await sell('reported-late', 200)).toMatchObject({ commission: { amountCents: 2000 } });
    expect(await replayed(service.pool, program.programId)).toEqual([]);
  });

  test('follows the dates of a file of commissions, too', async () => {
    const { mark, load, sell, ann } = await open();
    const line = (id: string, days: number, partner: string) =>
      `${id}${mark},${partner},2.00,${daysAgo(days)},${id}${mark},ann${mark},10.00`;
    const text = [
      'id,partner,earned,paid,order,customer,amount',
      line('new', 3, 'maria@example.com'),
      line('old', 400, 'tom@example.com'),
    ].join('\n');
    await load({ kind: 'commissions', name: 'commissions.csv', text });
    expect(await ann()).toMatchObject({ first: `old${mark}`, day: daysAgo(400), email: 'tom@example.com' });
    expect(await sell('renewal')).toMatchObject({ commission: null });
  });

  test('reaches back before an earlier import and before live sales, whose commissions stay as they are', async () => {
    const { program, load, row, sell, ann } = await open();
    await load(salesFile(row('b', 100)));
    expect(await sell('live')).toMatchObject({ commission: { amountCents: 2000 } });
    await load(salesFile(row('a', 800)));
    expect(await ann()).toMatchObject({ day: daysAgo(800) });
    expect(await sell('renewal')).toMatchObject({ commission: null });
    const { rows } = await service.pool.query(
      `select count(*)::integer as live from commissions where program_id = $1 and original_cents = 2000 and amount_cents = 2000`,
      [program.programId],
    );
    expect(rows).toEqual([{ live: 1 }]);
    expect((await verifyBooks(service.pool)).differences).toEqual([]);
    expect(await replayed(service.pool, program.programId)).toEqual([]);
  });

  test('counts for live sales that are reported late, in one batch as well', async () => {
    const { program, load, row, sell, ann } = await open();
    await load(salesFile(row('a', 30)));
    const sold = await Promise.all([sell('one'), sell('two', 500), sell('three', 20), sell('four', 700)]);
    expect(sold.map(({ kind }) => kind)).toEqual(['sale', 'sale', 'sale', 'sale']);
    expect(await ann()).toMatchObject({ day: daysAgo(700) });
    expect(await sell('five')).toMatchObject({ commission: null });
    expect((await verifyBooks(service.pool)).differences).toEqual([]);
    expect(await replayed(service.pool, program.programId)).toEqual([]);
  });
});

describe.each(engines)('verify on %s', (engine) => {
  test('names customers whose first sale is not the earliest known, and sales decided by another date', async () => {
    const service = await startService(engine);
    const { send, mark } = await openImporting(service);
    const sales = salesFile(
      ...[400, 300].map((days) => `t${days}${mark},ann${mark},maria@example.com,10.00,USD,${daysAgo(days)},`),
    );
    await send('POST', '/imports', { mapping: MAPPING, files: [partnersFile(), sales] });
    const older = salesFile(`t500${mark},ann${mark},maria@example.com,10.00,USD,${daysAgo(500)},`);
    await send('POST', '/imports', { mapping: MAPPING, files: [partnersFile(), older] });
    const { pool } = service;
    expect((await verifyBooks(pool)).differences).toEqual([]);
    const ofAnn = `customer_key = 'ann${mark}'`;
    const setFirst = (transaction: string, at: string) =>
      `update customers set first_sale_id = (select id from sales where transaction_id = '${transaction}${mark}'),
                            first_sale_at = (select ${at}(occurred_at) from sales where customer_id = customers.id) where ${ofAnn}`;
    const setDate = (at: string) =>
      `update sales set first_sale_at = ${at} where transaction_id = 't300${mark}'`;
    const edits = [
      [setFirst('t400', 'max'), setFirst('t400', 'min')],
      [setFirst('t300', 'min'), setFirst('t400', 'min')],
      [setDate('null'), setDate(`(select occurred_at from sales where transaction_id = 't400${mark}')`)],
      [
        setDate('occurred_at'),
        setDate(`(select occurred_at from sales where transaction_id = 't400${mark}')`),
      ],
    ] as const;
    for (const [edit, undo] of edits) {
      await pool.query(edit);
      expect((await verifyBooks(pool)).differences.length, edit).toBeGreaterThan(0);
      await pool.query(undo);
      expect((await verifyBooks(pool)).differences).toEqual([]);
    }
    await service.close();
  });
});
