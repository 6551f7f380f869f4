import type { Pool } from 'pg';
import { beforeAll, describe, expect, test } from 'vitest';
import { openDatabase } from '../../src/database/open.js';
import { withTransaction } from '../../src/database/transaction.js';
import { ensureClickPartitions } from '../../src/features/clicks/ensure-click-partitions.js';
import { addRuleVersion } from '../../src/features/rules/add-rule-version.js';
import { markRulesInForce } from '../../src/features/rules/mark-rules-in-force.js';
import { verifyBooks } from '../../src/verify/verify.js';
import { booksOver, DAY_MS, openBooks } from '../support/books.js';
import { engines, newPostgresUrl } from '../support/engines.js';
import { casesOn } from '../support/repetitions.js';
import { seedProgram } from '../support/seed.js';
import { shared } from '../support/shared.js';
import { type Kept, keepBooks } from './edits/audited-books.js';
import type { Edit } from './edits/edit.js';
import { editsOf } from './edits/edits.js';

/** Edits as the owner of a database does: with the triggers of the tables switched off meanwhile. */
function edit(pool: Pool, { tables, sql }: Pick<Edit, 'tables' | 'sql'>): Promise<void> {
  return withTransaction(pool, async (client) => {
    for (const table of tables) {
      await client.query(`create table kept_${table} as select * from ${table}`);
      await client.query(`alter table ${table} disable trigger user`);
    }
    for (const statement of sql) await client.query(statement);
    for (const table of tables) await client.query(`alter table ${table} enable trigger user`);
  });
}

function putBack(pool: Pool, tables: readonly string[]): Promise<void> {
  return withTransaction(pool, async (client) => {
    await client.query("set local session_replication_role = 'replica'");
    for (const table of tables) {
      await client.query(`delete from ${table}`);
      await client.query(`insert into ${table} select * from kept_${table}`);
      await client.query(`drop table kept_${table}`);
    }
  });
}

describe.each(engines)('edits by hand, on %s', (engine) => {
  const books = shared(() => openBooks(engine));
  let kept: Kept;
  beforeAll(async () => {
    kept = await keepBooks(books);
  });

  test('there are none: verify finds nothing', async () => {
    expect((await verifyBooks(books.pool)).differences).toEqual([]);
  });

  test('verify names each of them, and nothing once it is undone', { timeout: 180_000 }, async () => {
    const edits = editsOf(kept);
    expect(edits.length).toBeGreaterThanOrEqual(25);
    for (const one of casesOn(engine, edits)) {
      await edit(books.pool, one);
      const { differences } = await verifyBooks(books.pool);
      await putBack(books.pool, one.tables);
      const named = differences.filter(
        ({ table, id }) => table === one.table && (one.id === 0 || id === one.id),
      );
      const found = named.filter(({ what }) => one.what.test(what));
      expect(found, `${one.name}: ${JSON.stringify(differences)}`).not.toEqual([]);
    }
    expect((await verifyBooks(books.pool)).differences).toEqual([]);
  });

  test.each([
    ['ledger_movements', 'refuse_ledger_change'],
    ['audit_entries', 'refuse_audit_change'],
    ['payout_files', 'refuse_payout_file_change'],
    ['credit_changes', 'refuse_credit_change'],
    ['entered_sales', 'refuse_entered_sale_change'],
    ['security_events', 'refuse_security_event_change'],
    ['commissions', 'refuse_commission_removal'],
    ['adjustments', 'refuse_adjustment_removal'],
  ])('verify names a guard of %s that refuses nothing, or not always', async (table, name) => {
    const { rows } = await books.pool.query<{ definition: string }>(
      'select pg_get_functiondef(oid) as definition from pg_proc where proname = $1',
      [name],
    );
    const bodies = [
      `begin return null; end`,
      `begin -- raise exception 'refused'
         return null; end`,
      `begin if current_user <> 'mallory' then raise exception 'refused'; end if; return null; end`,
      `begin raise exception 'refused'; exception when others then return null; end`,
    ];
    for (const body of bodies) {
      await books.pool.query(
        `create or replace function ${name}() returns trigger language plpgsql as $guard$${body}$guard$`,
      );
      const { differences } = await verifyBooks(books.pool);
      await books.pool.query(rows[0]?.definition ?? '');
      expect(differences, body).toEqual([
        expect.objectContaining({ table, what: expect.stringContaining('the trigger that keeps') }),
      ]);
    }
    await books.pool.query(`alter table ${table} disable trigger user`);
    const { differences } = await verifyBooks(books.pool);
    await books.pool.query(`alter table ${table} enable trigger user`);
    expect(differences).toEqual([
      expect.objectContaining({ table, what: expect.stringContaining('disabled') }),
    ]);
    expect((await verifyBooks(books.pool)).differences).toEqual([]);
  });

  test('verify accepts a guard in other words that refuses as well', async () => {
    const { rows } = await books.pool.query<{ definition: string }>(
      `select pg_get_functiondef(oid) as definition from pg_proc where proname = 'refuse_ledger_change'`,
    );
    await books.pool.query(
      `create or replace function refuse_ledger_change() returns trigger language plpgsql as $guard$
         begin
           -- Nobody's books are changed.
           raise exception 'No: %', tg_op;
         end $guard$`,
    );
    const { differences } = await verifyBooks(books.pool);
    await books.pool.query(rows[0]?.definition ?? '');
    expect(differences).toEqual([]);
  });
});

describe.each(engines)('clicks that are gone, on %s', (engine) => {
  test('are named one by one, and not when their whole month was removed', async () => {
    const books = await openBooks(engine);
    const { pool } = books;
    const atMs = Date.now() - 70 * DAY_MS;
    await ensureClickPartitions(pool, { fromMs: atMs });
    const program = await seedProgram(pool, { cookieWindowDays: 3650 });
    for (let customer = 0; customer < 2; customer++)
      await books.lead(program, { clickId: await books.click(program, { atMs }) });
    await pool.query('create table kept_click as select * from clicks order by number limit 1');
    await pool.query('delete from clicks where number = (select number from kept_click)');
    const whats = (await verifyBooks(pool)).differences.map(({ what }) => what).join('\n');
    await pool.query('insert into clicks select * from kept_click');
    expect(whats).toMatch(/its click cust_\d+_\d+ does not exist/);
    expect(whats).toMatch(/clicks is 2, the events give 1/);
    const { rows } = await pool.query<{ month: string }>(
      'select distinct tableoid::regclass::text as month from clicks',
    );
    expect(rows).toHaveLength(1);
    await pool.query(`drop table ${rows[0]?.month}`);
    expect((await verifyBooks(pool)).differences).toEqual([]);
    await books.close();
  });
});

test('a rule that is changed while a sale is decided raises no alarm, whichever the sale used', async () => {
  const database = await openDatabase({ databaseUrl: await newPostgresUrl(), dataDir: '' });
  const { pool } = database;
  const books = booksOver(pool, 'postgres');
  const program = await seedProgram(pool);
  const { programId } = program;
  const terms = { type: 'percent', basisPoints: 2500, durationMonths: null } as const;
  const client = await pool.connect();
  await client.query('begin');
  await addRuleVersion(client, { programId, enrollmentId: null, terms });
  const during = await books.soldOnce(program);
  await client.query('commit');
  client.release();
  await markRulesInForce(pool, programId);
  const after = await books.soldOnce(program);
  const { rows } = await pool.query<{ id: number; version: number }>(
    'select s.id, r.version from sales s join commission_rules r on r.id = s.rule_id order by r.version',
  );
  expect(rows).toEqual([
    { id: during.saleId, version: 1 },
    { id: after.saleId, version: 2 },
  ]);
  // Version 2 was made by nobody that the audit log knows; of the order of the two, nothing is said.
  const { differences } = await verifyBooks(pool);
  expect(differences.filter(({ table }) => table === 'sales')).toEqual([]);
  await books.tracking.close();
  await database.close();
});
