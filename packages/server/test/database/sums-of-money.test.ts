import type { Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { migrate } from '../../src/database/migrate.js';
import type { Database } from '../../src/database/open.js';
import { engines } from '../support/engines.js';
import { migrationsBefore, openEmptyDatabase } from '../support/migrations.js';

/** What a version that knows nothing of the sums writes: a commission earned at the end of a day (UTC), with its movement. */
const earn = (id: number, partnerId: number, cents: number) => `
  insert into commissions (id, program_id, sale_id, enrollment_id, partner_id, rule_id, original_cents, amount_cents, currency,
                           status, payable_at, reason, created_at)
  values (${id}, 1, ${id}, 1, ${partnerId}, 1, ${cents}, ${cents}, 'USD', 'pending', '2026-12-01T23:59:59.999Z', '{}',
          '2026-11-01T23:59:59.999Z');
  insert into ledger_movements (id, program_id, partner_id, currency, kind, from_account, to_account, amount_cents,
                                commission_id, occurred_at)
  values (${id}, 1, ${partnerId}, 'USD', 'earn', 'expense', 'pending', ${cents}, ${id}, '2026-11-01T23:59:59.999Z')`;

const readRows = async (pool: Pool, text: string) => (await pool.query({ rowMode: 'array', text })).rows;
const TOTALS = `
  select partner_id, status, earned_on::text, payable_on::text, commissions, amount_cents::text from commission_totals order by 1, 2`;
const INCREMENTS = `
  select partner_id, status, commissions, amount_cents::text from commission_increments order by abs(amount_cents), amount_cents`;

describe.each(engines)('the books of a version that keeps no sums, on %s', (engine) => {
  let database: Database;
  beforeAll(async () => {
    database = await openEmptyDatabase(engine);
    await migrate(database.pool, { directory: migrationsBefore('0037') });
    for (const [id, partnerId, cents] of [
      [1, 7, 100],
      [2, 7, 50],
      [3, 8, 9],
    ] as const)
      await database.pool.query(earn(id, partnerId, cents));
    await migrate(database.pool);
  });
  afterAll(() => database.close());

  test('are summed up, by partner and in all', async () => {
    const days = ['pending', '2026-11-01', '2026-12-01'];
    expect(await readRows(database.pool, TOTALS)).toEqual([
      [0, ...days, 3, '159'],
      [7, ...days, 2, '150'],
      [8, ...days, 1, '9'],
    ]);
    expect(
      await readRows(
        database.pool,
        'select partner_id, pending::text, paid::text from partner_balances order by 1',
      ),
    ).toEqual([
      [7, '150', '0'],
      [8, '9', '0'],
    ]);
  });

  test('stay summed up while that version goes on writing', async () => {
    const { pool } = database;
    await pool.query(earn(4, 8, 20));
    await pool.query(`update commissions set status = 'payable' where id in (1, 2)`);
    await pool.query(`update commissions set hold_kind = null where id = 3`);
    await pool.query(`update commissions set amount_cents = 4 where id = 4`);
    expect(await readRows(pool, INCREMENTS)).toEqual([
      [8, 'pending', 0, '-16'],
      [8, 'pending', 1, '20'],
      [7, 'pending', -2, '-150'],
      [7, 'payable', 2, '150'],
    ]);
    expect(await readRows(pool, 'select partner_id, pending::text from balance_increments')).toEqual([
      [8, '20'],
    ]);
  });
});
