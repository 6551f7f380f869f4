import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '../../src/database/open.js';
import { engines, openTestDatabase } from '../support/engines.js';

/** Look-ups and changes by key, as tracking makes them; each would be a scan while its table is small. */
const STATEMENTS = [
  'select id from sales where id = any($1::bigint[]) for update',
  `select r.reference from unnest($1::bigint[]) as given (id) join payment_references r on r.payment_id = given.id`,
  'select sale_id from sale_references where reference = any($1::bigint[]::text[])',
  'update customers c set email = null from unnest($1::bigint[]) as given (id) where c.id = given.id',
];

describe.each(engines)('connections of tracking on %s', (engine) => {
  let database: Database;
  beforeAll(async () => {
    database = await openTestDatabase(engine);
    // What autovacuum finds soon after a first start: tables of one page, in which reading all of it is cheapest.
    await database.pool.query('vacuum analyze sales, sale_references, payment_references, customers');
  });
  afterAll(() => database.close());

  test.each(STATEMENTS)('never plan to read a whole table, however small it is now: %s', async (text) => {
    const client = await database.trackingPool.connect();
    try {
      await client.query(`set plan_cache_mode = force_generic_plan`);
      const name = `planned_${STATEMENTS.indexOf(text)}`;
      await client.query(`prepare ${name} (bigint[]) as ${text}`);
      const { rows } = await client.query<{ 'QUERY PLAN': string }>(
        `explain execute ${name} (array[1]::bigint[])`,
      );
      const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
      expect(plan).not.toMatch(/Seq Scan|Hash Join|Merge Join/);
    } finally {
      client.release(true);
    }
  });
});
