import type { Pool } from 'pg';
import { describe, expect, test } from 'vitest';
import { migrate } from '../../src/database/migrate.js';
import { engines } from '../support/engines.js';
import { migrationsBefore, openEmptyDatabase } from '../support/migrations.js';

const SALES = `
  insert into sales (id, workspace_id, program_id, customer_id, enrollment_id, partner_id, transaction_id, amount_cents,
                     currency, test_mode, source, commission_state, no_commission_reason, occurred_at, recorded_at)
  select id, workspace_id, 1, 1, 1, 1, transaction_id, 100, 'USD', false, source, 'none', 'No reason.', now(), now()
    from (values`;
const AS_SALES = ') as given (id, workspace_id, transaction_id, source)';

const referencesIn = async (pool: Pool) => {
  const { rows } = await pool.query({
    rowMode: 'array',
    text: 'select reference, workspace_id, sale_id, is_api from sale_references order by reference, workspace_id',
  });
  return rows;
};

describe.each(engines)('references that were unique over all workspaces, on %s', (engine) => {
  test('belong to the workspace of their sale afterwards, also those that a program of before still writes', async () => {
    const { pool, close } = await openEmptyDatabase(engine);
    await migrate(pool, { directory: migrationsBefore('0018') });
    await pool.query(`${SALES} (1, 7, 'order-1', 'api'), (2, 8, 'in_2', 'processor') ${AS_SALES}`);
    await pool.query(
      `insert into sale_references (reference, sale_id)
       values ('order-1', 1), ('pi_1', 1), ('in_2', 2), ('pi_2', 2), ('loose', 99)`,
    );
    await migrate(pool);
    expect(await referencesIn(pool)).toEqual([
      ['in_2', 8, 2, false],
      ['loose', 0, 99, false],
      ['order-1', 7, 1, true],
      ['pi_1', 7, 1, false],
      ['pi_2', 8, 2, false],
    ]);
    await pool.query('delete from sale_references');
    await pool.query(`${SALES} (3, 7, 'order-3', 'api'), (4, 8, 'in_4', 'processor') ${AS_SALES}`);
    const older =
      'insert into sale_references (reference, sale_id) select * from unnest($1::text[], $2::bigint[])';
    await pool.query(older, [
      ['order-3', 'in_4', 'pi_4'],
      [3, 4, 4],
    ]);
    expect(await referencesIn(pool)).toEqual([
      ['in_4', 8, 4, false],
      ['order-3', 7, 3, true],
      ['pi_4', 8, 4, false],
    ]);
    const { rows } = await pool.query({
      rowMode: 'array',
      text: 'select id, recorded_references from sales order by id',
    });
    expect(rows).toEqual([
      [1, ['order-1', 'pi_1']],
      [2, ['in_2', 'pi_2']],
      [3, null],
      [4, ['in_4', 'pi_4']],
    ]);
    await close();
  });

  test('are free for other workspaces afterwards where they are those of test sales', async () => {
    const { pool, close } = await openEmptyDatabase(engine);
    await migrate(pool, { directory: migrationsBefore('0108') });
    const sales = SALES.replace('no_commission_reason', 'no_commission_code').replace(
      "'No reason.'",
      "'test_sale'",
    );
    await pool.query(`${sales} (1, 7, 'order-1', 'api'), (2, 7, 'order-2', 'api') ${AS_SALES}`);
    await pool.query(`update sales set test_mode = true where id = 1`);
    const older = `insert into sale_references (reference, sale_id, workspace_id, is_api) values ($1, $2, $3, true)`;
    await pool.query(older, ['order-1', 1, 7]);
    await pool.query(older, ['order-2', 2, 7]);
    await migrate(pool);
    await pool.query(`${sales} (3, 8, 'order-1', 'api'), (4, 8, 'order-2', 'api') ${AS_SALES}`);
    await pool.query(older, ['order-1', 3, 8]);
    await expect(pool.query(older, ['order-2', 4, 8])).rejects.toThrow('sale_references_unique');
    await close();
  });
});
