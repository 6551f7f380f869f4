import type { ClientBase } from 'pg';
import { beforeAll, describe, expect, test } from 'vitest';
import { RECORDED_TABLES, recordingTrigger } from '../../src/features/seals/recorded-tables.js';
import { verifyBooks } from '../../src/verify/verify.js';
import { openBooks } from '../support/books.js';
import { engines } from '../support/engines.js';
import { shared } from '../support/shared.js';
import { fillBooks } from './columns/full-books.js';
import { asOwner, dropConstraints, type Way } from './columns/try-edits.js';

const NUMBERS = new Set(['bigint', 'integer']);

/** Inserts a row like the first of a table, with other numbers and texts. */
async function insertForged(client: ClientBase, table: string): Promise<void> {
  const { rows: columns } = await client.query<{ name: string; type: string }>(
    `select column_name::text as name, data_type as type from information_schema.columns
      where table_schema = current_schema() and table_name = $1 and is_generated = 'NEVER'`,
    [table],
  );
  const values = columns.map(({ name, type }) => {
    if (type === 'text') return `"${name}" || 'x'`;
    return NUMBERS.has(type) ? `"${name}" + 900000000` : `"${name}"`;
  });
  await client.query(
    `insert into ${table} (${columns.map(({ name }) => `"${name}"`).join(', ')})
     select ${values.join(', ')} from ${table} limit 1`,
  );
}

describe.each(engines)('recorded rows, on %s', (engine) => {
  const ways: readonly Way[] = ['with plain SQL', 'without triggers'];
  const books = shared(() => openBooks(engine));
  beforeAll(async () => {
    await fillBooks(books);
    await dropConstraints(books.pool);
  }, 60_000);

  test.each(ways)('verify names a deleted row of each table, deleted %s', async (way) => {
    // What guards keep can only be deleted with them off.
    const guarded = new Set(['adjustments', 'credit_changes', 'entered_sales', 'payout_files']);
    const tables = RECORDED_TABLES.filter(
      ({ name }) => way === 'without triggers' || !(guarded.has(name) || name.startsWith('import')),
    );
    await asOwner(books.pool, way, async (client, find) => {
      for (const { name } of tables)
        await client.query(`delete from ${name} where ctid = (select ctid from ${name} limit 1)`);
      const named = new Set(
        (await find(['recorded rows'])).flatMap(({ table, what }) =>
          what.startsWith('it is gone') ? [table] : [],
        ),
      );
      expect([...named].toSorted()).toEqual(tables.map(({ name }) => name).toSorted());
    });
  });

  test('verify names a forged row of each table', async () => {
    await asOwner(books.pool, 'without triggers', async (client, find) => {
      for (const { name } of RECORDED_TABLES) await insertForged(client, name);
      const named = new Set(
        (await find(['recorded rows'])).flatMap(({ table, what }) =>
          what.includes('not inserted') ? [table] : [],
        ),
      );
      expect([...named].toSorted()).toEqual(RECORDED_TABLES.map(({ name }) => name).toSorted());
    });
  });

  test.each([
    [
      'links',
      `update links set partner_id = (select max(id) from partners where workspace_id = links.workspace_id)`,
    ],
    [
      'partners',
      `update partners set email = 'mallory@partner.test' where id = (select min(id) from partners)`,
    ],
    ['partners', `update partners set user_id = 'mallory' where id = (select min(id) from partners)`],
    ['partner_payout_details', `update partner_payout_details set details = 'IBAN of Mallory' where id = 1`],
    [
      'partner_payout_details',
      `update partner_payout_details set partner_id = partner_id + 1000 where id = 1`,
    ],
    ['partner_payout_details', 'delete from partner_payout_details where id = 1'],
    ['payout_files', `update payout_files set sha256 = repeat('0', 64)`],
    ['program_minimum_payouts', 'update program_minimum_payouts set amount_cents = 0'],
    ['programs', 'update programs set minimum_payout_cents = 1 where id = 1'],
    ['processor_events', `update processor_events set body = '{"amount":5000}'`],
    ['refunds', `update refunds set refund_key = 'another' where id = (select min(id) from refunds)`],
    ['commissions', 'update commissions set flags = null where flags is not null'],
    [
      'commissions',
      `update commissions set flags = '[]' where id = (select min(id) from commissions where flags is null)`,
    ],
    ['imported_commissions', 'update imported_commissions set amount_cents = amount_cents + 1'],
    ['claims', `update claims set answer = 'You are right.', status = 'accepted'`],
    ['enrollments', `update enrollments set tags = '{vip}' where id = 1`],
    ['workspace_members', `update workspace_members set role = 'viewer'`],
    ['accounts', `update accounts set password = 'hash of Mallory'`],
    ['recorded_rows', `delete from recorded_rows where table_name = 'links'`],
    [
      'recorded_rows',
      `insert into recorded_rows select table_name, 'none', workspace_id, 1, salt from recorded_rows limit 1`,
    ],
  ])('verify names in %s: %s', async (table, sql) => {
    await asOwner(books.pool, 'without triggers', async (client, find) => {
      await client.query(sql);
      const tables = (await find(['recorded rows', 'seals'])).map((difference) => difference.table);
      expect(tables).toContain(table === 'recorded_rows' && sql.startsWith('delete') ? 'links' : table);
    });
  });

  test('verify names an edit that the service has written over', async () => {
    const { pool } = books;
    const partner = `(select min(id) from partners)`;
    const inside = await asOwner(pool, 'with plain SQL', async (client, find) => {
      await client.query(`update partners set email = 'mallory@partner.test' where id = ${partner}`);
      await client.query(`set local application_name = 'svc'`);
      await client.query(`update partners set name = 'Ann B.' where id = ${partner}`);
      return find(['recorded rows']);
    });
    expect(inside).toEqual([
      { table: 'partners', id: 1, what: 'it was not changed by the service before version 2 of its states' },
    ]);
  });

  test('verify finds nothing where a session of the service changes, deletes and inserts again', async () => {
    const { pool } = books;
    await pool.query(`update program_minimum_payouts set amount_cents = 7000`);
    await pool.query(`delete from program_minimum_payouts`);
    await pool.query(
      `insert into program_minimum_payouts (program_id, currency, amount_cents) values (1, 'CHF', 9000)`,
    );
    await pool.query(`update code_processor_ids set processor_id = processor_id || '-new'`);
    await pool.query(`update api_keys set last_used_at = now()`);
    expect((await verifyBooks(pool, { checks: ['recorded rows', 'seals'] })).differences).toEqual([]);
    const { rows } = await pool.query(
      `select version, state ->> 'is_gone' as is_gone from row_states where table_name = 'program_minimum_payouts' and row_key = '1 CHF'
        order by version`,
    );
    expect(rows.slice(-2)).toMatchObject([{ is_gone: 'true' }, { is_gone: null }]);
  });

  test('an older state keeps no salt, so what was erased from a row cannot be guessed', async () => {
    const { rows } = await books.pool.query<{ columns: string[] }>(
      `select array_agg(distinct key) as columns from row_states, json_object_keys(state) as key where row_key is not null`,
    );
    expect(rows[0]?.columns.toSorted()).toEqual(['digest', 'is_gone']);
  });

  test('the triggers record what the list says', async () => {
    const { rows } = await books.pool.query<{ table: string; name: string; columns: string[] }>(
      `select tgrelid::regclass::text as table, tgname as name, string_to_array(encode(tgargs, 'escape'), '\\000') as columns
         from pg_trigger where tgfoid = 'record_row'::regproc and tgparentid = 0 order by 1`,
    );
    expect(rows).toEqual(
      RECORDED_TABLES.map(({ name, key, workspaceBy, leftOut }) => ({
        table: name,
        name: recordingTrigger(name),
        columns: [key.join(','), workspaceBy, Object.keys(leftOut).join(','), ''],
      })).toSorted((a, b) => (a.table < b.table ? -1 : 1)),
    );
  });
});
