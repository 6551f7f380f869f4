import fs from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { kyselyFor } from '../../src/database/kysely.js';
import type { Database } from '../../src/database/open.js';
import { withTransaction } from '../../src/database/transaction.js';
import { engines, openTestDatabase } from '../support/engines.js';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** What objects and buffers take, in MB, when all that nobody holds is gone. */
function heldMegabytes(): number {
  collectGarbage();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return (heapUsed + arrayBuffers) / 1e6;
}

describe.each(engines)('the pool on %s', (engine) => {
  let database: Database;

  beforeAll(async () => {
    database = await openTestDatabase(engine);
  });

  afterAll(() => database.close());

  async function selectOne(expression: string): Promise<unknown> {
    const { rows } = await database.pool.query<{ value: unknown }>(`select ${expression} as value`);
    return rows[0]?.value;
  }

  test('reads bigint as Number, and refuses one that a Number would round', async () => {
    expect(await selectOne('9007199254740991::bigint')).toBe(Number.MAX_SAFE_INTEGER);
    expect(await selectOne('-9007199254740991::bigint')).toBe(Number.MIN_SAFE_INTEGER);
    expect(await selectOne('null::bigint')).toBeNull();
    expect(await selectOne('array[1, null, 3]::bigint[]')).toEqual([1, null, 3]);
    await expect(selectOne('9007199254740992::bigint')).rejects.toThrow('9007199254740992, which is beyond');
    await expect(selectOne('array[9007199254740992]')).rejects.toThrow('9007199254740992, which is beyond');
    expect(await selectOne('1')).toBe(1);
  });

  test('reads numeric as string, date as YYYY-MM-DD, timestamptz as Date', async () => {
    expect(await selectOne('0.10::numeric')).toBe('0.10');
    expect(await selectOne(`date '2026-03-01'`)).toBe('2026-03-01');
    expect(await selectOne(`array[date '2026-03-01']`)).toEqual(['2026-03-01']);
    expect(await selectOne(`timestamptz '2026-03-01T00:00:00Z'`)).toEqual(new Date('2026-03-01T00:00:00Z'));
  });

  test('leaves how other pools of the process read values alone', () => {
    expect(pg.types.getTypeParser(20)('7')).toBe('7');
    expect(pg.types.getTypeParser(1082)('2026-03-01')).toBeInstanceOf(Date);
  });

  test('has days begin at midnight UTC', async () => {
    expect(await selectOne(`current_setting('TimeZone')`)).toBe('UTC');
    expect(await selectOne(`timestamptz '2026-03-01T23:30:00-05:00'::date`)).toBe('2026-03-02');
  });

  test('goes on after failed queries, also when many fail at once', async () => {
    const queries = Array.from({ length: 50 }, (_, index) =>
      selectOne(index % 2 === 0 ? '1 / 0' : `${index}`),
    );
    const results = await Promise.allSettled(queries);
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(25);
    for (const result of results) {
      if (result.status === 'rejected') expect(String(result.reason)).toContain('division by zero');
    }
    expect(await selectOne('$1::int'.replace('$1', '5'))).toBe(5);
  });

  test('keeps nothing of its answers', async () => {
    const readMegabytes = async (count: number) => {
      for (let n = 0; n < count; n++)
        await selectOne(`array_agg(repeat('x', 1000)) from generate_series(1, 1000)`);
    };
    await readMegabytes(5);
    const before = heldMegabytes();
    await readMegabytes(60);
    expect(heldMegabytes() - before).toBeLessThan(20);
  });

  test('runs typed queries, over the pool and inside a transaction, and is not ended by them', async () => {
    const typed = kyselyFor(database.pool);
    await typed.insertInto('workspaces').values({ name: 'Acme' }).execute();
    const inside = withTransaction(database.pool, async (client) => {
      await kyselyFor(client).insertInto('workspaces').values({ name: 'Other' }).execute();
      throw new Error('undo');
    });
    await expect(inside).rejects.toThrow('undo');
    const rows = await typed.selectFrom('workspaces').select(['name', 'created_at']).execute();
    expect(rows).toEqual([{ name: 'Acme', created_at: expect.any(Date) }]);
    await typed.destroy();
    expect(await selectOne('1')).toBe(1);
  });
});

const WITHIN = { timeout: 30_000, interval: 200 };

describe('the embedded database while it runs', () => {
  test('writes checkpoints, analyzes and vacuums, so that log and tables do not grow without end', async () => {
    const { pool, close } = await openTestDatabase('embedded');
    const checkpoint = async () => {
      const { rows } = await pool.query<{ lsn: string }>(
        'select redo_lsn::text as lsn from pg_control_checkpoint()',
      );
      return rows[0]?.lsn;
    };
    const before = await checkpoint();
    await pool.query('create table texts (t text)');
    // Some 13 MB of log.
    const writeRow = async () => {
      await pool.query(`insert into texts select repeat('x', 1000) from generate_series(1, 10000)`);
      await pool.query('update texts set t = t where ctid in (select ctid from texts limit 1000)');
    };
    const analyzed = async () => {
      const { rows } = await pool.query<{ analyzed: Date | null }>(
        `select last_analyze as analyzed from pg_stat_user_tables where relname = 'texts'`,
      );
      return rows[0]?.analyzed ?? null;
    };
    const afterMore = (look: () => Promise<unknown>) => () => writeRow().then(look);
    await expect.poll(afterMore(checkpoint), WITHIN).not.toBe(before);
    await expect.poll(afterMore(analyzed), WITHIN).not.toBeNull();
    await close();
  });

  test('lets timers and requests in while queries follow each other without a pause', async () => {
    const { pool, close } = await openTestDatabase('embedded');
    let ticks = 0;
    const timer = setInterval(() => {
      ticks += 1;
    }, 1);
    for (const endMs = performance.now() + 200; performance.now() < endMs; ) await pool.query('select 1');
    clearInterval(timer);
    expect(ticks).toBeGreaterThan(5);
    await close();
  });

  test('waits for its clients when it is closed, and writes a last checkpoint', async () => {
    const { pool, close } = await openTestDatabase('embedded');
    const client = await pool.connect();
    const closing = close();
    await client.query('create table late (n integer)');
    client.release();
    await closing;
    expect(pool.ended).toBe(true);
  });
});

test('a PostgreSQL that cannot be reached is no error before the first query', async () => {
  const { openDatabase } = await import('../../src/database/open.js');
  const { pool, close } = await openDatabase({
    databaseUrl: 'postgres://nobody@127.0.0.1:1/none',
    dataDir: '',
  });
  await expect(pool.query('select 1')).rejects.toThrow('ECONNREFUSED');
  await close();
  expect(fs.existsSync('db')).toBe(false);
});
