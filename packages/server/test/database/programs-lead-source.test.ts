import { pino } from 'pino';
import { describe, expect, test } from 'vitest';
import { migrate } from '../../src/database/migrate.js';
import { createTracking } from '../../src/ingest/index.js';
import { leadOf } from '../support/commands.js';
import { engines, openTestDatabase } from '../support/engines.js';
import { migrationsBefore, openEmptyDatabase } from '../support/migrations.js';
import { type SeededProgram, seedProgram } from '../support/seed.js';

/** One customer of each kind as the version before 0019 wrote them: id, key, status, its lead and its real sale. */
const OLD_CUSTOMERS = [
  { id: 1, key: 'tested', status: 'lead', lead: { testMode: true, source: 'server' }, sold: false },
  { id: 2, key: 'tested-by-page', status: 'lead', lead: { testMode: true, source: 'browser' }, sold: false },
  { id: 3, key: 'named-by-test-sale', status: 'visitor', lead: null, sold: false },
  {
    id: 4,
    key: 'tested-and-sold',
    status: 'customer',
    lead: { testMode: true, source: 'server' },
    sold: true,
  },
  { id: 5, key: 'by-page', status: 'lead', lead: { testMode: false, source: 'browser' }, sold: false },
  { id: 6, key: 'by-server', status: 'lead', lead: { testMode: false, source: 'server' }, sold: false },
  { id: 7, key: 'by-sale', status: 'customer', lead: null, sold: true },
] as const;

async function insertOldCustomers(pool: Parameters<typeof seedProgram>[0], program: SeededProgram) {
  for (const { id, key, status, lead, sold } of OLD_CUSTOMERS) {
    await pool.query(
      `insert into customers (id, workspace_id, program_id, customer_key, status, click_ms, click_number, created_at,
                              lead_at, first_sale_id, first_sale_at)
       values ($1::bigint, $2, $3, $4, $5, 1, $1::bigint, now(), case when $6::boolean then now() end, case when $7::boolean then $1::bigint end,
               case when $7::boolean then now() end)`,
      [id, program.workspaceId, program.programId, key, status, lead !== null, sold],
    );
    if (lead === null) continue;
    await pool.query(
      `insert into leads (id, program_id, customer_id, test_mode, source, occurred_at)
       values ($1::bigint, $2, $1::bigint, $3, $4, now())`,
      [id, program.programId, lead.testMode, lead.source],
    );
  }
}

describe.each(engines)('customers from before test leads had keys of their own, on %s', (engine) => {
  test('become test customers where only tests have named them, and their keys are free', async () => {
    const { pool, close } = await openEmptyDatabase(engine);
    await migrate(pool, { directory: migrationsBefore('0019') });
    const program = await seedProgram(pool);
    await insertOldCustomers(pool, program);
    await migrate(pool);
    const { rows } = await pool.query({
      rowMode: 'array',
      text: 'select customer_key, test_mode, named_by from customers order by id',
    });
    expect(rows).toEqual([
      ['tested', true, 'server'],
      ['tested-by-page', true, 'browser'],
      ['named-by-test-sale', true, 'server'],
      ['tested-and-sold', false, 'server'],
      ['by-page', false, 'browser'],
      ['by-server', false, 'server'],
      ['by-sale', false, 'server'],
    ]);
    const { rows: programs } = await pool.query('select lead_source from programs');
    expect(programs).toEqual([{ lead_source: 'any' }]);
    const tracking = createTracking({ pool, engine, logger: pino({ level: 'silent' }) });
    const kinds: string[] = [];
    for (const { key } of OLD_CUSTOMERS) {
      kinds.push((await tracking.submit(leadOf(program, { customerKey: key }))).kind);
    }
    expect(kinds).toEqual(['lead', 'lead', 'lead', 'refused', 'refused', 'refused', 'refused']);
    await tracking.close();
    await close();
  });

  test('keep one real and one test customer per key and click for every writer', async () => {
    const { pool, close } = await openTestDatabase(engine);
    const insert = (id: number, key: string | null, click: number | null, testMode: boolean) =>
      pool.query(
        `insert into customers (id, workspace_id, program_id, customer_key, status, click_ms, click_number, created_at, test_mode)
         values ($1, 1, 1, $2, 'visitor', case when $3::bigint is not null then 1 end, $3, now(), $4)`,
        [id, key, click, testMode],
      );
    await insert(1, 'ann', 7, false);
    await insert(2, 'ann', 7, true);
    for (const testMode of [false, true]) {
      await expect(insert(3, 'ann', null, testMode)).rejects.toMatchObject({ code: '23505' });
      await expect(insert(3, null, 7, testMode)).rejects.toMatchObject({ code: '23505' });
    }
    await close();
  });
});
