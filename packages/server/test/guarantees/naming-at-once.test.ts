import type { LeadCommand, Outcome } from '@svc/core';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { verifyBooks } from '../../src/verify/verify.js';
import { type Books, booksOver } from '../support/books.js';
import { leadOf, saleOf } from '../support/commands.js';
import { newPostgresUrl } from '../support/engines.js';
import { type SeededProgram, seedLink, seedPartner, seedProgram, uniqueName } from '../support/seed.js';
import { directPool } from './built-service.js';

const ROUNDS = 40;

let databaseUrl: string;
beforeAll(async () => {
  databaseUrl = await newPostgresUrl();
});

/** Two pipelines with pools of their own on one PostgreSQL, as two processes have, and a program with two partners. */
async function openTwoLanes() {
  const both: Books[] = [];
  for (let process = 0; process < 2; process++) {
    const books = booksOver(await directPool(databaseUrl), 'postgres');
    onTestFinished(() => books.close());
    both.push(books);
  }
  const [first, second] = both as [Books, Books];
  const { pool } = first;
  const mallory = await seedProgram(pool);
  const partner = await seedPartner(pool, mallory);
  const link = await seedLink(pool, { ...mallory, ...partner, shortLink: uniqueName('jane') });
  const jane: SeededProgram = { ...mallory, ...partner, ...link };
  const byPage = (overrides: Partial<LeadCommand>) =>
    leadOf(mallory, { caller: { mode: 'browser', origin: mallory.origin }, ...overrides });
  const byServer = (overrides: Partial<LeadCommand>) => leadOf(mallory, overrides);
  return { first, second, pool, mallory, jane, byPage, byServer };
}

const kindOf = (outcome: Outcome) => (outcome.kind === 'refused' ? outcome.refusal : outcome.kind);

/** The customers of a program with these keys, and how often their credit moved. */
async function customersWith(books: Books, keys: readonly string[]) {
  const { rows } = await books.pool.query<{
    key: string;
    partner_id: number | null;
    changes: number;
    test_mode: boolean;
  }>(
    `select customer_key as key, partner_id, test_mode,
            (select count(*)::int from credit_changes h where h.customer_id = c.id) as changes
       from customers c where customer_key = any($1) order by customer_key, test_mode`,
    [keys],
  );
  return rows;
}

test('of a lead of a page and one of the server at once, the click of the server is credited', async () => {
  const { first, second, mallory, jane, byPage, byServer } = await openTwoLanes();
  for (let round = 0; round < ROUNDS; round++) {
    const customerKey = uniqueName('user');
    const outcomes = await Promise.all([
      first.tracking.submit(byPage({ customerKey, clickId: await first.click(mallory) })),
      second.tracking.submit(byServer({ customerKey, clickId: await second.click(jane) })),
    ]);
    expect(outcomes.map(kindOf).toSorted()).toEqual(['lead', 'status_not_visitor']);
    expect(await customersWith(first, [customerKey])).toMatchObject([{ partner_id: jane.partnerId }]);
    const sold = await first.sale(mallory, { customerKey });
    expect(sold).toMatchObject({ commission: { amountCents: 2000 } });
  }
  expect((await verifyBooks(first.pool)).differences).toEqual([]);
});

test('of two leads of the server with two clicks at once, one moves the credit', async () => {
  const { first, second, mallory, jane, byPage, byServer } = await openTwoLanes();
  for (let round = 0; round < ROUNDS; round++) {
    const customerKey = uniqueName('user');
    await first.tracking.submit(byPage({ customerKey }));
    const outcomes = await Promise.all([
      first.tracking.submit(byServer({ customerKey, clickId: await first.click(mallory) })),
      second.tracking.submit(byServer({ customerKey, clickId: await second.click(jane) })),
    ]);
    expect(outcomes.map(kindOf)).toEqual(['status_not_visitor', 'status_not_visitor']);
    expect(await customersWith(first, [customerKey])).toMatchObject([{ changes: 1 }]);
  }
  expect((await verifyBooks(first.pool)).differences).toEqual([]);
});

test('of two sales with two clicks at once, of a customer credited to nobody, one decides for both', async () => {
  const { first, second, mallory, jane, byServer } = await openTwoLanes();
  for (let round = 0; round < ROUNDS; round++) {
    const customerKey = uniqueName('user');
    await first.tracking.submit(byServer({ customerKey }));
    const sales = await Promise.all([
      first.tracking.submit(saleOf(mallory, { customerKey, clickId: await first.click(mallory) })),
      second.tracking.submit(saleOf(mallory, { customerKey, clickId: await second.click(jane) })),
    ]);
    expect(sales.map(kindOf)).toEqual(['sale', 'sale']);
    const [customer] = await customersWith(first, [customerKey]);
    expect(customer).toMatchObject({ changes: 1 });
    const { rows } = await first.pool.query(
      'select distinct s.partner_id from sales s join customers c on c.id = s.customer_id where c.customer_key = $1',
      [customerKey],
    );
    expect(rows).toEqual([{ partner_id: customer?.partner_id }]);
  }
  expect((await verifyBooks(first.pool)).differences).toEqual([]);
});

test('of a claim of a page and a sale with a click of another partner at once, the sale is the partner’s of its click', async () => {
  const { first, second, mallory, jane, byPage } = await openTwoLanes();
  for (let round = 0; round < ROUNDS; round++) {
    const customerKey = uniqueName('user');
    const clickId = await second.click(jane);
    const outcomes = await Promise.all([
      first.tracking.submit(byPage({ customerKey, clickId: await first.click(mallory) })),
      second.tracking.submit(saleOf(mallory, { customerKey, clickId })),
    ]);
    expect(outcomes.map(kindOf)[1]).toBe('sale');
    const [customer, ...others] = await customersWith(first, [customerKey]);
    expect(customer).toMatchObject({ partner_id: jane.partnerId });
    expect(others).toEqual([]);
    const { rows } = await first.pool.query(
      'select s.partner_id from sales s join customers c on c.id = s.customer_id where c.customer_key = $1',
      [customerKey],
    );
    expect(rows).toEqual([{ partner_id: jane.partnerId }]);
  }
  expect((await verifyBooks(first.pool)).differences).toEqual([]);
});

test('of a sale and a lead of the server with clicks of two partners at once, one decides the claim for good', async () => {
  const { first, second, mallory, jane, byPage, byServer } = await openTwoLanes();
  const third = { ...mallory, ...(await seedPartner(first.pool, mallory)) };
  const claimed = { ...third, ...(await seedLink(first.pool, { ...third, shortLink: uniqueName('third') })) };
  for (let round = 0; round < ROUNDS; round++) {
    const customerKey = uniqueName('user');
    await first.tracking.submit(byPage({ customerKey, clickId: await first.click(claimed) }));
    await Promise.all([
      first.tracking.submit(byServer({ customerKey, clickId: await first.click(mallory) })),
      second.tracking.submit(saleOf(mallory, { customerKey, clickId: await second.click(jane) })),
    ]);
    const [customer] = await customersWith(first, [customerKey]);
    expect(customer).toMatchObject({ changes: 1 });
    expect([mallory.partnerId, jane.partnerId]).toContain(customer?.partner_id);
  }
  expect((await verifyBooks(first.pool)).differences).toEqual([]);
});

test('a click that credit moves to, or away from, never becomes another customer at the same time', async () => {
  const { first, second, mallory, jane, byPage, byServer } = await openTwoLanes();
  for (let round = 0; round < ROUNDS; round++) {
    const [customerKey, other] = [uniqueName('user'), uniqueName('other')];
    const former = await first.click(mallory);
    await first.tracking.submit(byPage({ customerKey, clickId: former }));
    const clickId = await first.click(jane);
    const contested = round % 2 === 0 ? former : clickId;
    await Promise.all([
      first.tracking.submit(byServer({ customerKey, clickId })),
      second.tracking.submit(byServer({ customerKey: other, clickId: contested })),
    ]);
    const { rows } = await first.pool.query(
      `select count(*)::int as customers from customers
        where $1 in (format('cust_%s_%s', click_number, click_ms), format('cust_%s_%s', former_click_number, former_click_ms))`,
      [contested],
    );
    expect(rows).toEqual([{ customers: 1 }]);
    if (contested === former) expect(await customersWith(first, [other])).toEqual([]);
  }
  expect((await verifyBooks(first.pool)).differences).toEqual([]);
});

test('test leads and real leads of the same key and click at once are all recorded', async () => {
  const { first, second, jane, byPage, byServer } = await openTwoLanes();
  for (let round = 0; round < ROUNDS; round++) {
    const both = { customerKey: uniqueName('user'), clickId: await first.click(jane) };
    const outcomes = await Promise.all([
      first.tracking.submit(byPage({ ...both, testMode: true })),
      second.tracking.submit(byServer(both)),
    ]);
    expect(outcomes.map(kindOf)).toEqual(['lead', 'lead']);
    expect(await customersWith(first, [both.customerKey])).toMatchObject([
      { test_mode: false, partner_id: jane.partnerId },
      { test_mode: true, partner_id: jane.partnerId },
    ]);
  }
  expect((await verifyBooks(first.pool)).differences).toEqual([]);
});
