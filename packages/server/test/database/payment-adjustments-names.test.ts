import type { Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { migrate } from '../../src/database/migrate.js';
import type { Database } from '../../src/database/open.js';
import { engines } from '../support/engines.js';
import { migrationsBefore, openEmptyDatabase } from '../support/migrations.js';

const OLD_ROWS = `
  insert into payments (id, workspace_id, created_at, told_at) values (1, 7, '2026-11-01', '2026-11-02');
  insert into payment_references values (7, 'pi_1', 1);
  insert into payment_notices values (7, 're_1', 1, 'refund', 'counted', 500, 'USD', 1000);
  insert into processor_outcomes (id, status, reason, payment_names, attempts, settled_at)
  values (1, 'waiting', 'Its sale.', array['pi_1'], 1, '2026-11-03')`;

/** What the version before 0029 asks when it records a sale. */
const OLD_FIND_PAYMENTS = `
  select r.payment_id from unnest($1::bigint[], $2::text[]) as given (workspace_id, reference)
    join payment_references r on r.workspace_id = given.workspace_id and r.reference = given.reference
  union
  select n.payment_id from unnest($3::bigint[], $4::text[]) as given (workspace_id, key)
    join payment_notices n on n.workspace_id = given.workspace_id and n.key = given.key`;

const readRows = async (pool: Pool, text: string) => (await pool.query({ rowMode: 'array', text })).rows;
const ADJUSTMENTS = 'select key, state, amount_cents, reported_at_ms from payment_adjustments order by key';

describe.each(engines)('the tables of payments of a version before 0029, on %s', (engine) => {
  let database: Database;
  beforeAll(async () => {
    database = await openEmptyDatabase(engine);
    await migrate(database.pool, { directory: migrationsBefore('0029') });
    await database.pool.query(OLD_ROWS);
    await migrate(database.pool);
  });
  afterAll(() => database.close());

  test('keep their rows under the new names', async () => {
    const { pool } = database;
    expect(await readRows(pool, ADJUSTMENTS)).toEqual([['re_1', 'counted', 500, 1000]]);
    expect(await readRows(pool, 'select reported_at from payments')).toEqual([[new Date('2026-11-02')]]);
    expect(await readRows(pool, 'select payment_references from processor_outcomes')).toEqual([[['pi_1']]]);
  });

  test('keep their checks and keys, and none of the old names', async () => {
    const { pool } = database;
    const old = `select conname from pg_constraint where conname like 'payment_notices%'
                 union all select indexname from pg_indexes where indexname like 'payment_notices%'`;
    expect(await readRows(pool, old)).toEqual([]);
    const insertAdjustment = (key: string, state: string) =>
      pool.query(
        `insert into payment_adjustments values (7, '${key}', 1, 'refund', '${state}', 1, 'USD', 1000)`,
      );
    await expect(insertAdjustment('re_2', 'strange')).rejects.toThrow(/payment_adjustments_state_check/);
    await expect(insertAdjustment('re_1', 'counted')).rejects.toThrow(/payment_adjustments_pkey/);
  });

  test('answer a process of that version that records a sale', async () => {
    const { pool } = database;
    const found = await pool.query(OLD_FIND_PAYMENTS, [[7], ['pi_9'], [7], ['re_1']]);
    expect(found.rows).toEqual([{ payment_id: 1 }]);
    await pool.query(`update payment_notices set state = 'void', told_ms = 2000 where key = 're_1'`);
    await pool.query(`insert into payment_notices values (7, 're_3', 1, 'refund', 'open', 2, 'USD', 3000)`);
    expect(await readRows(pool, ADJUSTMENTS)).toEqual([
      ['re_1', 'void', 500, 2000],
      ['re_3', 'open', 2, 3000],
    ]);
  });
});
