import type { Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { migrate } from '../../src/database/migrate.js';
import type { Database } from '../../src/database/open.js';
import { engines } from '../support/engines.js';
import { migrationsBefore, openEmptyDatabase } from '../support/migrations.js';
import { type SeededProgram, seedProgram } from '../support/seed.js';

const NO_COMMISSION = [
  ['This is a test sale; test sales earn no commission.', 'test_sale', null],
  ['The program has no commission rule.', 'no_rule', null],
  ["The rule pays for a customer's first sale only, and this is a later one.", 'not_first_sale', null],
  ["The rule pays for 12 months from the customer's first sale, and they are over.", 'duration_over', null],
  ['The commission comes to zero under the rule.', 'amount_zero', null],
  ['The partner was on holiday.', 'other', 'The partner was on holiday.'],
] as const;

const HOLDS = [
  ['held', 'Looks odd.', 'manual', 'Looks odd.'],
  ['held', 'The payment is disputed.', 'dispute', null],
  ['held', 'The partner was pending in the program when the sale was recorded.', 'partner_pending', null],
  ['held', 'The partner was rejected in the program when the sale was recorded.', 'partner_rejected', null],
  ['held', 'The partner was suspended in the program when the sale was recorded.', 'partner_suspended', null],
  ['reversed', 'Looks odd.', 'manual', 'Looks odd.'],
  ['pending', null, null, null],
] as const;

/** Writes a sale as the version before 0024 did: with a sentence where it earned nothing. */
async function insertOldSale(
  pool: Pool,
  program: SeededProgram,
  id: number,
  reason: string | null,
): Promise<void> {
  const { workspaceId, programId, partnerId, enrollmentId } = program;
  await pool.query(
    `insert into sales (id, workspace_id, program_id, customer_id, enrollment_id, partner_id, transaction_id, amount_cents,
                        currency, test_mode, source, commission_state, no_commission_reason, occurred_at, recorded_at)
     values ($1, $2, $3, 1, $4, $5, $6, 10000, 'USD', false, 'api', $7, $8, now(), now())`,
    [
      id,
      workspaceId,
      programId,
      enrollmentId,
      partnerId,
      `order-${id}`,
      reason === null ? 'earned' : 'none',
      reason,
    ],
  );
}

async function insertOldCommission(
  pool: Pool,
  program: SeededProgram,
  id: number,
  [status, reason]: (typeof HOLDS)[number],
): Promise<void> {
  const { programId, partnerId, enrollmentId, ruleId } = program;
  await insertOldSale(pool, program, id, null);
  await pool.query(
    `insert into commissions (id, program_id, sale_id, enrollment_id, partner_id, rule_id, original_cents, amount_cents,
                              currency, status, hold_reason, payable_at, reason, created_at)
     values ($1, $2, $1, $3, $4, $5, 2000, $6, 'USD', $7, $8, now(), '{}', now())`,
    [id, programId, enrollmentId, partnerId, ruleId, status === 'reversed' ? 0 : 2000, status, reason],
  );
}

const salesFrom = async (pool: Pool, first: number) =>
  (
    await pool.query({
      rowMode: 'array',
      text: `select no_commission_code, no_commission_reason from sales
              where id >= $1 and commission_state = 'none' order by id`,
      values: [first],
    })
  ).rows;
const commissionsFrom = async (pool: Pool, first: number) =>
  (
    await pool.query({
      rowMode: 'array',
      text: 'select status, hold_kind, hold_reason from commissions where id >= $1 order by id',
      values: [first],
    })
  ).rows;

const CODES = NO_COMMISSION.map(([, code, note]) => [code, note]);
const KINDS = HOLDS.map(([status, , kind, note]) => [status, kind, note]);

describe.each(engines)('sentences that a version before codes wrote, on %s', (engine) => {
  let database: Database;
  let program: SeededProgram;
  beforeAll(async () => {
    database = await openEmptyDatabase(engine);
    const { pool } = database;
    await migrate(pool, { directory: migrationsBefore('0024') });
    program = await seedProgram(pool);
    for (const [index, [reason]] of NO_COMMISSION.entries()) {
      await insertOldSale(pool, program, 1 + index, reason);
    }
    for (const [index, hold] of HOLDS.entries()) await insertOldCommission(pool, program, 11 + index, hold);
    await migrate(pool);
  });
  afterAll(() => database.close());

  test('become codes in the rows that are there; what no code says stays as a note', async () => {
    expect(await salesFrom(database.pool, 1)).toEqual(CODES);
    expect(await commissionsFrom(database.pool, 1)).toEqual(KINDS);
  });

  test('become codes when a process of that version writes beside the new one', async () => {
    const { pool } = database;
    for (const [index, [reason]] of NO_COMMISSION.entries()) {
      await insertOldSale(pool, program, 101 + index, reason);
    }
    expect(await salesFrom(pool, 101)).toEqual(CODES);
    const written = HOLDS.filter(([status]) => status !== 'reversed');
    for (const [index, hold] of written.entries()) {
      await insertOldCommission(pool, program, 201 + index, ['pending', null, null, null]);
      const [status, reason] = hold;
      await pool.query('update commissions set status = $2, hold_reason = $3 where id = $1', [
        201 + index,
        status,
        reason,
      ]);
    }
    expect(await commissionsFrom(pool, 201)).toEqual(KINDS.filter(([status]) => status !== 'reversed'));
    await pool.query(`update commissions set status = 'payable', hold_reason = null where id >= 201`);
    expect(await commissionsFrom(pool, 201)).toEqual(written.map(() => ['payable', null, null]));
  });
});
