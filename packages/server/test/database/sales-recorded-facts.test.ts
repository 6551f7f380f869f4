import type { Pool } from 'pg';
import { describe, expect, test } from 'vitest';
import { migrate } from '../../src/database/migrate.js';
import { engines } from '../support/engines.js';
import { migrationsBefore, openEmptyDatabase } from '../support/migrations.js';
import { seedProgram } from '../support/seed.js';

const RECORDED =
  'select hold_days, partner_status, program_currency, customer_key, recorded_references from sales order by id';

interface OldSale {
  readonly commission?: {
    readonly type: 'percent' | 'flat';
    readonly currency: string;
    readonly holdDays: number;
    readonly earnedTo: 'pending' | 'held';
    readonly holdReason: string | null;
  };
  readonly references?: readonly string[];
}

/** Writes sales as the version before 0015 did, all of one customer. */
async function insertOldSales(pool: Pool, sales: readonly OldSale[]): Promise<void> {
  const { workspaceId, programId, partnerId, enrollmentId, ruleId } = await seedProgram(pool, {
    holdDays: 45,
    currency: 'EUR',
    partnerStatus: 'suspended',
  });
  await pool.query(
    `insert into customers (id, workspace_id, program_id, customer_key, status, created_at)
     values (1, $1, $2, 'ann', 'lead', now())`,
    [workspaceId, programId],
  );
  await pool.query(
    `insert into leads (id, program_id, customer_id, test_mode, source, occurred_at)
     values (1, $1, 1, false, 'server', now())`,
    [programId],
  );
  for (const [index, { commission, references = [] }] of sales.entries()) {
    const id = index + 1;
    const transactionId = `order-${id}`;
    await pool.query(
      `insert into sales (id, workspace_id, program_id, customer_id, enrollment_id, partner_id, transaction_id,
                          amount_cents, currency, test_mode, source, rule_id, commission_state, occurred_at, recorded_at)
       values ($1, $2, $3, 1, $4, $5, $6, 10000, 'USD', false, 'api', $7, $8, '2026-11-01', now())`,
      [
        id,
        workspaceId,
        programId,
        enrollmentId,
        partnerId,
        transactionId,
        ruleId,
        commission ? 'earned' : 'missing',
      ],
    );
    for (const reference of [transactionId, ...references])
      await pool.query('insert into sale_references (reference, sale_id) values ($1, $2)', [reference, id]);
    if (commission === undefined) continue;
    const { type, currency, holdDays, earnedTo, holdReason } = commission;
    await pool.query(
      `insert into commissions (id, program_id, sale_id, enrollment_id, partner_id, rule_id, original_cents, amount_cents,
                                currency, status, hold_reason, payable_at, reason, created_at)
       values ($1, $2, $1, $3, $4, $5, 2000, 2000, $6, $7, $8, timestamptz '2026-11-01' + make_interval(days => $9),
               json_build_object('type', $10::text), now())`,
      [
        id,
        programId,
        enrollmentId,
        partnerId,
        ruleId,
        currency,
        holdReason ? 'held' : 'pending',
        holdReason,
        holdDays,
        type,
      ],
    );
    await pool.query(
      `insert into ledger_movements (id, program_id, partner_id, currency, kind, from_account, to_account, amount_cents,
                                     commission_id, occurred_at)
       values ($1, $2, $3, $4, 'earn', 'expense', $5, 2000, $1, now())`,
      [id, programId, partnerId, currency, earnedTo],
    );
  }
}

describe.each(engines)('sales recorded before facts were kept with them, on %s', (engine) => {
  test('keep what their commission shows of that time, and otherwise what is true today', async () => {
    const { pool, close } = await openEmptyDatabase(engine);
    await migrate(pool, { directory: migrationsBefore('0015') });
    const percent = {
      type: 'percent',
      currency: 'USD',
      holdDays: 14,
      earnedTo: 'pending',
      holdReason: null,
    } as const;
    await insertOldSales(pool, [
      { commission: percent },
      { commission: { ...percent, type: 'flat', currency: 'CHF', holdDays: 0 } },
      {
        commission: {
          ...percent,
          earnedTo: 'held',
          holdReason: 'The partner was pending in the program when the sale was recorded.',
        },
      },
      { commission: { ...percent, earnedTo: 'held' } },
      { references: ['pi_2', 'ch_1'] },
    ]);
    await migrate(pool);
    const { rows } = await pool.query({ rowMode: 'array', text: RECORDED });
    expect(rows).toEqual([
      [14, 'approved', 'EUR', 'ann', null],
      [0, 'approved', 'CHF', 'ann', null],
      [14, 'pending', 'EUR', 'ann', null],
      [14, 'suspended', 'EUR', 'ann', null],
      [45, 'suspended', 'EUR', 'ann', ['ch_1', 'order-5', 'pi_2']],
    ]);
    expect((await pool.query('select customer_key from leads')).rows).toEqual([{ customer_key: 'ann' }]);
    await close();
  });
});
