import type { Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { migrate } from '../../src/database/migrate.js';
import type { Database } from '../../src/database/open.js';
import { numberEvents } from '../../src/events/number-events.js';
import { verifyBooks } from '../../src/verify/verify.js';
import { engines } from '../support/engines.js';
import {
  EVENTS_AND_NUMBERS,
  findNumberingFaults,
  insertEventRows,
  numberAllEvents,
} from '../support/event-rows.js';
import { migrationsBefore, openEmptyDatabase } from '../support/migrations.js';

/** How the version before numbered events: with an update of each. */
const NUMBER = 'update events set sequence = id where sequence is null';

async function numbersOf(pool: Pool): Promise<readonly unknown[]> {
  const { rows } = await pool.query({
    rowMode: 'array',
    text: `select workspace_id, sequence, object_id from ${EVENTS_AND_NUMBERS} e order by 1, 2, 3`,
  });
  return rows;
}

describe.each(engines)('events of a version that kept a number in each, on %s', (engine) => {
  let database: Database;
  beforeAll(async () => {
    database = await openEmptyDatabase(engine);
    const { pool } = database;
    await migrate(pool, { directory: migrationsBefore('0047') });
    // In another order than that of their ids, and more than one row names.
    await pool.query(
      `insert into events (workspace_id, type, test_mode, object_id, sequence)
       select 1, 'sale.created', true, n, 451 - n from generate_series(1, 450) n
       union all select 2, 'sale.created', true, n, n from generate_series(1, 2) n`,
    );
    await pool.query('insert into event_heads (workspace_id, last_sequence) values (1, 450), (2, 2)');
    await pool.query(
      `insert into events (workspace_id, type, test_mode, object_id) values (2, 'sale.created', true, 3)`,
    );
    await migrate(pool);
  });
  afterAll(() => database.close());

  test('keep their numbers, and those that had none get the next', async () => {
    const { pool } = database;
    const kept = Array.from({ length: 450 }, (_, index) => [1, index + 1, 450 - index]);
    expect(await numbersOf(pool)).toEqual([...kept, [2, 1, 1], [2, 2, 2], [2, null, 3]]);
    expect(await numberEvents(pool, { limit: 10 })).toEqual({ count: 1, heads: new Map([[2, 3]]) });
    expect(await numbersOf(pool)).toEqual([...kept, [2, 1, 1], [2, 2, 2], [2, 3, 3]]);
    expect((await verifyBooks(pool)).differences).toEqual([]);
  });

  test('are no longer numbered by that version, and what it writes is numbered by this one', async () => {
    const { pool } = database;
    await insertEventRows(pool, 1, 3);
    await expect(pool.query(NUMBER)).rejects.toThrow('column "sequence"');
    await numberAllEvents(pool);
    expect(await findNumberingFaults(pool)).toEqual([]);
    expect(await numbersOf(pool)).toHaveLength(456);
  });
});
