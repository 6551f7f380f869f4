import type { Pool } from 'pg';
import { describe, expect, test } from 'vitest';
import { withTransaction } from '../../src/database/transaction.js';
import { completeCommissions } from '../../src/features/commissions/complete-commissions.js';
import { verifyBooks } from '../../src/verify/verify.js';
import { openBooks } from '../support/books.js';
import { leadOf } from '../support/commands.js';
import { engines } from '../support/engines.js';
import { type SeededProgram, seedLink, seedPartner, seedProgram, uniqueName } from '../support/seed.js';
import { shared } from '../support/shared.js';

/** Each: the statement, the table in which it shows, and how. */
const TAMPERINGS: readonly (readonly [sql: string, foundIn: string, what: RegExp])[] = [
  ['delete from credit_changes', 'customers', /said to have moved 1 times, and 0 changes of it are kept/],
  ['update customers set credit_changes = 0', 'customers', /moved 0 times, and 1 changes/],
  [
    'update customers c set partner_id = h.from_partner_id, link_id = h.from_link_id, enrollment_id = h.from_enrollment_id from credit_changes h where h.customer_id = c.id and h.from_partner_id is not null',
    'customers',
    /its last change of credit says partner/,
  ],
  [
    'update customers set former_click_ms = null, former_click_number = null',
    'customers',
    /its former click is not/,
  ],
  [
    "update credit_changes set to_partner_id = 7 where reason = 'server_lead'",
    'credit_changes',
    /than its click/,
  ],
  ['update credit_changes set number = 2', 'credit_changes', /a change before it is missing/],
  ['update credit_changes set customer_id = -customer_id', 'credit_changes', /its customer does not exist/],
  ['update credit_changes set program_id = 7', 'credit_changes', /of another program/],
  [
    'update credit_changes set sale_id = 7 where sale_id is not null',
    'credit_changes',
    /its sale 7 is none of the customer/,
  ],
  ['update sales set link_id = 7', 'sales', /credited to partner \d+ by link 7/],
  ['update leads set link_id = 7', 'leads', /credited to partner \d+ by link 7|by link 7/],
  ["update customers set named_by = 'browser'", 'customers', /it has neither a lead of a page/],
  [
    'update customers set test_mode = not test_mode',
    'sales',
    /it is a real sale, and its customer \d+ a test customer/,
  ],
  [
    'update customers set test_mode = not test_mode',
    'leads',
    /it is a real lead, and its customer \d+ a test customer/,
  ],
];

/** Changes the books behind everybody's back, looks at them, and undoes it. */
async function whileTampered<T>(pool: Pool, sql: string, work: () => Promise<T>): Promise<T> {
  const tables = ['customers', 'credit_changes', 'sales', 'leads'];
  const withoutTriggers = (statements: readonly string[]) =>
    withTransaction(pool, async (client) => {
      await client.query("set local session_replication_role = 'replica'");
      for (const statement of statements) await client.query(statement);
    });
  await withoutTriggers([
    ...tables.map((table) => `create table kept_${table} as select * from ${table}`),
    sql,
  ]);
  try {
    return await work();
  } finally {
    const restore = (table: string) => [
      `delete from ${table}`,
      `insert into ${table} select * from kept_${table}`,
      `drop table kept_${table}`,
    ];
    await withoutTriggers(tables.flatMap(restore));
  }
}

describe.each(engines)('verify of credit that moved, on %s', (engine) => {
  const books = shared(() => openBooks(engine));

  /** A customer of a page who buys by mallory's click, and whose credit then moves to a click of jane. */
  async function fillCredit() {
    const mallory = await seedProgram(books.pool);
    const partner = await seedPartner(books.pool, mallory);
    const link = await seedLink(books.pool, { ...mallory, ...partner, shortLink: uniqueName('jane') });
    const jane: SeededProgram = { ...mallory, ...partner, ...link };
    const customerKey = uniqueName('user');
    const page = { mode: 'browser', origin: mallory.origin } as const;
    const clickId = await books.click(mallory);
    await books.tracking.submit(leadOf(mallory, { caller: page, customerKey, clickId }));
    return { mallory, jane, customerKey };
  }

  test('knows which sales were before and which after, and completes each by its own click', async () => {
    const { mallory, jane, customerKey } = await fillCredit();
    books.failAt = 'money';
    const before = await books.sale(mallory, { customerKey });
    books.failAt = null;
    await books.tracking.submit(leadOf(mallory, { customerKey, clickId: await books.click(jane) }));
    books.failAt = 'money';
    const after = await books.sale(mallory, { customerKey });
    books.failAt = null;
    await books.sale(mallory, { customerKey });
    expect([before.commission, after.commission]).toEqual(['failed', 'failed']);
    expect((await verifyBooks(books.pool)).differences).toEqual([]);
    const { completed } = await completeCommissions(books.pool, books.tracking.ids, { nowMs: Date.now() });
    expect(completed).toBe(2);
    const { rows } = await books.pool.query(
      `select m.partner_id, m.reason ->> 'clickId' as click_id,
              (select format('cust_%s_%s', k.number, k.clicked_ms) from clicks k where k.partner_id = m.partner_id) as clicked
         from commissions m where m.program_id = $1 order by m.sale_id`,
      [mallory.programId],
    );
    expect(rows.map((row) => row.partner_id)).toEqual([mallory.partnerId, jane.partnerId, jane.partnerId]);
    for (const row of rows) expect(row.click_id).toBe(row.clicked);
    expect((await verifyBooks(books.pool)).differences).toEqual([]);
  });

  test('accepts no change or removal of what is remembered', async () => {
    const { mallory, jane, customerKey } = await fillCredit();
    await books.tracking.submit(leadOf(mallory, { customerKey, clickId: await books.click(jane) }));
    for (const sql of [
      'delete from credit_changes',
      'update credit_changes set number = 7',
      'truncate credit_changes',
    ]) {
      await expect(books.pool.query(sql)).rejects.toThrow('append-only');
    }
  });

  test.each(TAMPERINGS)('finds: %s', async (sql, foundIn, what) => {
    const { mallory, jane, customerKey } = await fillCredit();
    await books.sale(mallory, { customerKey });
    await books.tracking.submit(leadOf(mallory, { customerKey, clickId: await books.click(jane) }));
    await books.sale(mallory, { customerKey });
    const uncredited = await books.lead(mallory);
    await books.sale(mallory, { customerKey: uncredited, clickId: await books.click(jane) });
    await books.lead(mallory, { testMode: true });
    const { differences } = await whileTampered(books.pool, sql, () => verifyBooks(books.pool));
    const found = differences.filter(({ table }) => table === foundIn).map((difference) => difference.what);
    expect(found.join('\n')).toMatch(what);
    expect((await verifyBooks(books.pool)).differences).toEqual([]);
  });
});
