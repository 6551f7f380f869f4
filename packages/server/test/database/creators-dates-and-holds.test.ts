import type { Pool } from 'pg';
import { describe, expect, test } from 'vitest';
import { migrate } from '../../src/database/migrate.js';
import { engines } from '../support/engines.js';
import { migrationsBefore, openEmptyDatabase } from '../support/migrations.js';

const PROGRAM = `
  insert into workspaces (id, name) values (1, 'Acme'), (2, 'Other');
  insert into programs (id, workspace_id, name, domain, currency, cookie_window_days, hold_days)
  values (1, 1, 'Acme', 'acme.test', 'USD', 30, 30);
  insert into partners (id, workspace_id, email, name)
  values (1, 1, 'jane@blog.test', 'Jane'), (2, 1, 'max@blog.test', 'Max'), (3, 1, 'zoe@blog.test', 'Zoe');
  insert into enrollments (id, program_id, partner_id, status)
  values (1, 1, 1, 'suspended'), (2, 1, 2, 'suspended'), (3, 1, 3, 'approved')`;

const rowsOf = async (pool: Pool, text: string) => (await pool.query({ rowMode: 'array', text })).rows;

describe.each(engines)('rows that older versions wrote, on %s', (engine) => {
  /** Writes rows in a database as it was before a migration, brings it up to date, and reads what a query gives. */
  async function migrated(before: string, insert: string, read: string): Promise<unknown[][]> {
    const { pool, close } = await openEmptyDatabase(engine);
    await migrate(pool, { directory: migrationsBefore(before) });
    await pool.query(PROGRAM);
    await pool.query(insert);
    await migrate(pool);
    const rows = await rowsOf(pool, read);
    await close();
    return rows;
  }

  test('management keys get the person behind them, through the keys that made them', async () => {
    const key = (id: number, workspaceId: number, name: string, createdBy: string) =>
      `(${id}, ${workspaceId}, repeat('${id % 10}', 64), 'ab${id}', '${name}', '{program:read}', '${createdBy}')`;
    const rows = await migrated(
      '0103',
      `insert into users (id, name, email) values ('u1', 'Ann', 'ann@acme.test'), ('u2', 'Bob', 'bob@acme.test');
       insert into management_keys (id, workspace_id, key_hash, hint, name, permissions, created_by) values
       ${[
         key(1, 1, 'CI', 'Ann@acme.test'),
         key(2, 1, 'Made', 'management key "CI" (…ab1)'),
         key(3, 1, 'Made again', 'management key "Made" (…ab2)'),
         key(4, 1, 'Gone', 'left@acme.test'),
         key(5, 1, 'Of the gone', 'management key "Gone" (…ab4)'),
         key(6, 2, 'CI', 'bob@acme.test'),
         key(7, 2, 'Elsewhere', 'management key "CI" (…ab1)'),
         key(8, 2, 'Here', 'management key "CI" (…ab6)'),
       ].join(', ')}`,
      'select id, creator_id from management_keys order by id',
    );
    expect(rows).toEqual([
      [1, 'u1'],
      [2, 'u1'],
      [3, 'u1'],
      [4, null],
      [5, null],
      [6, 'u2'],
      [7, null],
      [8, 'u2'],
    ]);
  });

  test('customers get the date of their earliest sale, and their sales keep the one that was known', async () => {
    const sale = (id: number, customerId: number, soldOn: string, testMode = false) =>
      `(${id}, 1, 1, ${customerId}, 1, 1, 'order-${id}', 10000, 'USD', ${testMode}, 'api', 'missing', '2026-${soldOn}', '2026-06-0${id}')`;
    const rows = await migrated(
      '0125',
      `insert into customers (id, workspace_id, program_id, customer_key, status, created_at, first_sale_id, first_sale_at) values
         (1, 1, 1, 'later', 'customer', now(), 1, '2026-05-01'), (2, 1, 1, 'in-order', 'customer', now(), 3, '2026-05-01'),
         (3, 1, 1, 'by-test', 'customer', now(), 5, '2026-05-01'), (4, 1, 1, 'none', 'lead', now(), null, null);
       insert into sales (id, workspace_id, program_id, customer_id, enrollment_id, partner_id, transaction_id, amount_cents, currency,
                          test_mode, source, commission_state, occurred_at, recorded_at) values
       ${[
         sale(1, 1, '05-01'),
         sale(2, 1, '03-01'),
         sale(3, 2, '05-01'),
         sale(4, 2, '05-20'),
         sale(5, 3, '05-01'),
         sale(6, 3, '03-01', true),
       ].join(', ')}`,
      `select 'customer ' || id, (first_sale_at at time zone 'UTC')::date::text from customers
       union all select 'sale ' || id, (first_sale_at at time zone 'UTC')::date::text from sales order by 1`,
    );
    expect(rows).toEqual([
      ['customer 1', '2026-03-01'],
      ['customer 2', '2026-05-01'],
      ['customer 3', '2026-05-01'],
      ['customer 4', null],
      ['sale 1', '2026-05-01'],
      ['sale 2', '2026-05-01'],
      ['sale 3', null],
      ['sale 4', null],
      ['sale 5', null],
      ['sale 6', null],
    ]);
  });

  test('suspensions that held what was earned go on holding, but for what a person has released since', async () => {
    const SUSPENDED = 'Held when the partner was suspended.';
    const commission = (id: number, partner: number, status: string, reason: string | null) =>
      `(${id}, 1, ${id}, ${partner}, ${partner}, 1, 2000, 2000, 'USD', '${status}', ${reason ? `'${reason}'` : 'null'},
        '2026-12-01', '{}', '2026-01-01')`;
    let movements = 0;
    const movement = (commissionId: number, partner: number, kind: 'hold' | 'release', day: string) => {
      const [from, to] = kind === 'hold' ? ['pending', 'held'] : ['held', 'pending'];
      return `(${++movements}, 1, ${partner}, 'USD', '${kind}', '${from}', '${to}', 2000, ${commissionId}, '2026-02-${day}')`;
    };
    const rows = await migrated(
      '0126',
      `insert into commissions (id, program_id, sale_id, enrollment_id, partner_id, rule_id, original_cents, amount_cents, currency,
                                status, hold_reason, payable_at, reason, created_at) values
       ${[
         commission(1, 1, 'held', SUSPENDED),
         commission(2, 1, 'pending', null),
         commission(3, 1, 'pending', null),
         commission(4, 2, 'held', 'Looks odd.'),
         commission(5, 3, 'pending', null),
       ].join(', ')};
       insert into ledger_movements (id, program_id, partner_id, currency, kind, from_account, to_account, amount_cents, commission_id,
                                     occurred_at) values
       ${[
         movement(1, 1, 'hold', '10'),
         movement(2, 1, 'hold', '10'),
         movement(2, 1, 'release', '12'),
         movement(3, 1, 'hold', '02'),
         movement(3, 1, 'release', '03'),
         movement(4, 2, 'hold', '10'),
         movement(5, 3, 'hold', '10'),
         movement(5, 3, 'release', '12'),
       ].join(', ')}`,
      `select 'commission ' || id, (released_at at time zone 'UTC')::date::text from commissions
       union all select 'relationship ' || id, (earned_held_at at time zone 'UTC')::date::text from enrollments order by 1`,
    );
    expect(rows).toEqual([
      ['commission 1', null],
      ['commission 2', '2026-02-12'],
      ['commission 3', null],
      ['commission 4', null],
      ['commission 5', null],
      ['relationship 1', '2026-02-10'],
      ['relationship 2', null],
      ['relationship 3', null],
    ]);
  });
});
