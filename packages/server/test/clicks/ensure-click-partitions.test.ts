import type { Pool } from 'pg';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Database, openDatabase } from '../../src/database/open.js';
import { ensureClickPartitions } from '../../src/features/clicks/ensure-click-partitions.js';
import { engines, newPostgresUrl, openTestDatabase } from '../support/engines.js';
import { untilWaiting } from '../support/locks.js';

const FROM_MS = Date.UTC(2031, 10, 30, 23, 59, 59, 999);
const TO_MS = Date.UTC(2032, 1, 1);
const MONTHS = ['clicks_2031_11', 'clicks_2031_12', 'clicks_2032_01', 'clicks_2032_02'];

async function partitions(pool: Pool): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>(
    `select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
     where i.inhparent = 'clicks'::regclass order by 1`,
  );
  return rows.map(({ name }) => name);
}

async function insertClicks(pool: Pool, ...times: readonly number[]): Promise<void> {
  await pool.query(
    `insert into clicks (clicked_ms, number, program_id, enrollment_id, partner_id, link_id, test_mode, bot,
       affiliate_url, referrer, additional_data)
     select t, t % 1000, 1, 2, 3, 4, false, false, 'https://a.test/?aff=x', 'https://b.test/', '{"a":1}'
     from unnest($1::bigint[]) t`,
    [times],
  );
}

/** Which partition each click is in, by its time. */
async function placesOf(pool: Pool): Promise<Record<string, string>> {
  const { rows } = await pool.query<{ clicked_ms: number; place: string }>(
    'select clicked_ms, tableoid::regclass::text as place from clicks',
  );
  return Object.fromEntries(rows.map(({ clicked_ms, place }) => [clicked_ms, place]));
}

describe.each(engines)('the months of clicks on %s', (engine) => {
  let database: Database;
  let pool: Pool;
  // A database for each test: partitions are not a workspace's own.
  beforeEach(async () => {
    database = await openTestDatabase(engine);
    pool = database.pool;
  });
  afterEach(() => database.close());

  test('are made from the first to the last, and again nothing', async () => {
    expect(await ensureClickPartitions(pool, { fromMs: FROM_MS, toMs: TO_MS })).toBe(4);
    expect(await partitions(pool)).toEqual([...MONTHS, 'clicks_outside']);
    expect(await ensureClickPartitions(pool, { fromMs: FROM_MS, toMs: TO_MS })).toBe(0);
  });

  test('unless said otherwise are this one and the next three', async () => {
    expect(await ensureClickPartitions(pool, { fromMs: Date.now() })).toBe(4);
    const now = new Date();
    const names = [0, 1, 2, 3].map((ahead) => {
      const month = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + ahead, 1));
      return `clicks_${month.toISOString().slice(0, 7).replace('-', '_')}`;
    });
    expect(await partitions(pool)).toEqual([...names, 'clicks_outside']);
  });

  test('take the clicks of their month in UTC, to the millisecond', async () => {
    await ensureClickPartitions(pool, { fromMs: FROM_MS, toMs: TO_MS });
    const december = Date.UTC(2031, 11, 1);
    const march = Date.UTC(2032, 2, 1);
    await insertClicks(pool, december - 1, december, march - 1, march);
    expect(await placesOf(pool)).toEqual({
      [december - 1]: 'clicks_2031_11',
      [december]: 'clicks_2031_12',
      [march - 1]: 'clicks_2032_02',
      [march]: 'clicks_outside',
    });
  });

  test('take over clicks that came before them, whole, and leave the others', async () => {
    const december = Date.UTC(2031, 11, 1);
    await insertClicks(pool, december - 1, december, december + 5, 7);
    const before = await pool.query('select * from clicks order by clicked_ms');
    await ensureClickPartitions(pool, { fromMs: december, toMs: december });
    const after = await pool.query('select * from clicks order by clicked_ms');
    expect(after.rows).toEqual(before.rows);
    expect(await placesOf(pool)).toEqual({
      7: 'clicks_outside',
      [december - 1]: 'clicks_outside',
      [december]: 'clicks_2031_12',
      [december + 5]: 'clicks_2031_12',
    });
  });

  test('refuse a click twice and are searched by the same indexes', async () => {
    await ensureClickPartitions(pool, { fromMs: FROM_MS, toMs: FROM_MS });
    await insertClicks(pool, FROM_MS);
    await expect(insertClicks(pool, FROM_MS)).rejects.toThrow('duplicate key');
    const { rows } = await pool.query<{ parent: string }>(
      `select p.relname as parent from pg_inherits i join pg_class p on p.oid = i.inhparent
       join pg_index x on x.indexrelid = i.inhrelid where x.indrelid = 'clicks_2031_11'::regclass order by 1`,
    );
    expect(rows.map(({ parent }) => parent)).toEqual(['clicks_pkey', 'clicks_program', 'clicks_test']);
  });

  test('are made once by many at once, while clicks of the same months come in, and none is lost', async () => {
    const times = Array.from({ length: 200 }, (_, index) => FROM_MS + index * 36_000_000);
    const makers = Array.from({ length: 6 }, () =>
      ensureClickPartitions(pool, { fromMs: FROM_MS, toMs: TO_MS }),
    );
    const inserts = times.map((time) => insertClicks(pool, time));
    const made = await Promise.all(makers);
    await Promise.all(inserts);
    expect(made.reduce((sum, count) => sum + count)).toBe(4);
    const places = await placesOf(pool);
    expect(Object.keys(places)).toHaveLength(200);
    expect([...new Set(Object.values(places))].sort()).toEqual(MONTHS);
  });
});

describe('a month of clicks that is made late on postgres', () => {
  let database: Database;
  let pool: Pool;
  beforeEach(async () => {
    database = await openDatabase({ databaseUrl: await newPostgresUrl(), dataDir: '' });
    pool = database.pool;
  });
  afterEach(() => database.close());

  const countClicksAt = async (time: number) =>
    (await pool.query('select from clicks where clicked_ms = $1', [time])).rowCount;

  test('hides no click from one who began to look for it before it moved', async () => {
    await insertClicks(pool, FROM_MS);
    const holder = await pool.connect();
    await holder.query('begin; create table clicks_2031_11 ()');
    const making = ensureClickPartitions(pool, { fromMs: FROM_MS, toMs: FROM_MS });
    await untilWaiting(pool, 1);
    const finding = countClicksAt(FROM_MS);
    await untilWaiting(pool, 2);
    await holder.query('rollback');
    holder.release();
    expect(await finding).toBe(1);
    expect(await making).toBe(1);
    expect(await placesOf(pool)).toEqual({ [FROM_MS]: 'clicks_2031_11' });
  });

  test('hides no click from those who look for it all the time', async () => {
    const times = Array.from({ length: 24 }, (_, month) => Date.UTC(2031, month, 15));
    await insertClicks(pool, ...times);
    let isMade = false;
    let missed = 0;
    const searchUntilMade = async () => {
      while (!isMade) for (const time of times) if ((await countClicksAt(time)) !== 1) missed += 1;
    };
    const seeking = Array.from({ length: 6 }, searchUntilMade);
    expect(await ensureClickPartitions(pool, { fromMs: Date.UTC(2031, 0), toMs: Date.UTC(2032, 11) })).toBe(
      24,
    );
    isMade = true;
    await Promise.all(seeking);
    expect(missed).toBe(0);
  });
});
