import { describe, expect, onTestFinished, test } from 'vitest';
import { type Database, openDatabase } from '../../src/database/open.js';
import { createEventNews } from '../../src/events/event-news.js';
import { type NumberingStep, numberEvents } from '../../src/events/number-events.js';
import { EVENTS_OF_ROW } from '../../src/events/numbered-events.js';
import { startNumbering } from '../../src/events/start-numbering.js';
import { verifyBooks } from '../../src/verify/verify.js';
import { engines, newDataDir, newPostgresUrl, openTestDatabase } from '../support/engines.js';
import {
  EVENTS_AND_NUMBERS,
  findNumberingFaults,
  insertEventRows,
  numberAllEvents,
} from '../support/event-rows.js';
import { until } from '../support/service-process.js';
import { startProgram } from '../support/spawn.js';

const STEPS: readonly NumberingStep[] = ['begun', 'locked', 'numbered', 'committed'];
const silent = { error: () => undefined, info: () => undefined };

async function numbersOf({ pool }: Database, workspaceId: number): Promise<readonly (number | null)[]> {
  const { rows } = await pool.query(
    `select sequence from ${EVENTS_AND_NUMBERS} e where workspace_id = $1 order by created_at, id`,
    [workspaceId],
  );
  return rows.map(({ sequence }) => sequence);
}

const upTo = (last: number) => Array.from({ length: last }, (_, index) => index + 1);

describe.each(engines)('numbering events on %s', (engine) => {
  async function open(): Promise<Database> {
    const database = await openTestDatabase(engine);
    onTestFinished(() => database.close());
    return database;
  }

  test('counts each workspace by itself, in the order in which its events were written', async () => {
    const database = await open();
    for (const workspaceId of [1, 2, 1]) await insertEventRows(database.pool, workspaceId, 3);
    expect(await numberEvents(database.pool, { limit: 100 })).toEqual({
      count: 3,
      heads: new Map([
        [1, 6],
        [2, 3],
      ]),
    });
    expect(await numbersOf(database, 1)).toEqual(upTo(6));
    expect(await numbersOf(database, 2)).toEqual(upTo(3));
  });

  test('numbers what no more than so many statements wrote, the oldest first, and goes on where it stopped', async () => {
    const database = await open();
    for (let statements = 0; statements < 5; statements++) await insertEventRows(database.pool, 1, 2);
    await numberEvents(database.pool, { limit: 2 });
    expect(await numbersOf(database, 1)).toEqual([...upTo(4), ...Array.from({ length: 6 }, () => null)]);
    await numberAllEvents(database.pool);
    expect(await numbersOf(database, 1)).toEqual(upTo(10));
  });

  test('names the events of one statement in rows of at most 200', async () => {
    const database = await open();
    for (const count of [450, 1]) await insertEventRows(database.pool, 1, count);
    await numberAllEvents(database.pool);
    expect(await numbersOf(database, 1)).toEqual(upTo(451));
    const { rows } = await database.pool.query(
      'select cardinality(event_ids) as events from event_sequences',
    );
    expect(rows.length).toBeLessThanOrEqual(5);
    expect(rows.every(({ events }) => events <= EVENTS_OF_ROW)).toBe(true);
  });

  test('goes by the time of events whose ids have another order, as those of two connections may have', async () => {
    const { pool } = await open();
    await pool.query(
      `insert into events (id, workspace_id, type, test_mode, object_id, created_at)
       values (5, 1, 'sale.refunded', true, 0, now())`,
    );
    await pool.query(
      `insert into events (id, workspace_id, type, test_mode, object_id, created_at)
       values (101, 1, 'sale.created', true, 0, now() - interval '1 minute')`,
    );
    for (let times = 0; times < 2; times++) await numberEvents(pool, { limit: 1 });
    const { rows } = await pool.query(`select type from ${EVENTS_AND_NUMBERS} e order by sequence`);
    expect(rows.map(({ type }) => type)).toEqual(['sale.created', 'sale.refunded']);
  });

  test('never gives a number out twice, even when its event is gone', async () => {
    const { pool } = await open();
    await insertEventRows(pool, 1, 2);
    await numberAllEvents(pool);
    await pool.query('delete from events where id = (select event_ids[2] from event_sequences)');
    await insertEventRows(pool, 1, 1);
    await numberAllEvents(pool);
    const { rows } = await pool.query(`select sequence from ${EVENTS_AND_NUMBERS} e order by sequence`);
    expect(rows.map(({ sequence }) => sequence)).toEqual([1, 3]);
  });

  test('is checked by verify, which names events that were deleted and a number that was set back', async () => {
    const { pool } = await open();
    const found = async () => (await verifyBooks(pool)).differences.map(({ table, what }) => [table, what]);
    await insertEventRows(pool, 1, 6);
    await numberAllEvents(pool);
    await insertEventRows(pool, 1, 1);
    expect(await found()).toEqual([]);
    await pool.query(
      'delete from events where id in (select unnest(array[event_ids[2], event_ids[3], event_ids[6]]) from event_sequences)',
    );
    expect(await found()).toEqual([
      ['events', 'events 2 to 3 were deleted'],
      ['events', 'event 6 was deleted'],
    ]);
    await pool.query('update event_heads set last_sequence = 4');
    expect(await found()).toEqual([
      ['events', 'events 2 to 3 were deleted'],
      ['event_heads', 'the last number is 4, and number 6 was given'],
    ]);
  });

  test('fails between any two steps without a gap, and numbers the same events the next time', async () => {
    const { pool } = await open();
    for (const failing of STEPS) {
      for (let statements = 0; statements < 5; statements++) await insertEventRows(pool, 1, 1);
      const atStep = (step: NumberingStep) => {
        if (step === failing) throw new Error(`fails after ${step}`);
      };
      await expect(numberEvents(pool, { limit: 3, atStep })).rejects.toThrow('fails after');
      await numberAllEvents(pool);
      expect(await findNumberingFaults(pool)).toEqual([]);
    }
  });

  test('that is killed between any two steps leaves no gap, and the next process goes on', async () => {
    const place = engine === 'postgres' ? await newPostgresUrl() : '';
    const dataDir = engine === 'postgres' ? '' : await newDataDir();
    const reopen = () => openDatabase(place === '' ? { dataDir } : { databaseUrl: place, dataDir: '' });
    const before = await reopen();
    for (let statements = 0; statements < 20; statements++) {
      await insertEventRows(before.pool, 1, 2);
      await insertEventRows(before.pool, 2, 2);
    }
    await before.close();
    const program = new URL('./programs/number-and-die.ts', import.meta.url);
    for (const step of STEPS) {
      const dying = startProgram(program, place, dataDir, step, '2');
      expect((await dying.ended).code).toBeNull();
    }
    const last = startProgram(program, place, dataDir);
    expect(await last.nextLine()).toBe('done');
    expect(await last.ended).toMatchObject({ code: 0 });
    const after = await reopen();
    onTestFinished(() => after.close());
    expect(await findNumberingFaults(after.pool)).toEqual([]);
    expect(await numbersOf(after, 1)).toEqual(upTo(40));
  });

  test('numbers what this process writes and what others left, and tells of both', async () => {
    const { pool } = await open();
    const news = createEventNews();
    const heads: number[] = [];
    news.on('numbered', (numbered) => heads.push(numbered.get(1) ?? 0));
    await insertEventRows(pool, 1, 2_500);
    const numbering = startNumbering({ pool, news, logger: silent });
    onTestFinished(() => numbering.stop());
    await until(() => heads.at(-1) === 2_500);
    await insertEventRows(pool, 1, 1);
    news.emit('written');
    await until(() => heads.at(-1) === 2_501);
    await insertEventRows(pool, 1, 1);
    await until(() => heads.at(-1) === 2_502);
    expect(await findNumberingFaults(pool)).toEqual([]);
  });
});

describe('several processes on PostgreSQL', () => {
  async function open(): Promise<Database> {
    const database = await openTestDatabase('postgres');
    onTestFinished(() => database.close());
    return database;
  }

  test('take turns: a second numbering waits for the first, and numbers none of its events again', async () => {
    const database = await open();
    const { pool } = database;
    await insertEventRows(pool, 1, 5);
    let second: Promise<unknown> = Promise.resolve();
    const waits = async () => {
      const { rows } = await pool.query(
        `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      );
      return rows.length > 0;
    };
    await numberEvents(pool, {
      limit: 5,
      async atStep(step) {
        if (step !== 'numbered') return;
        second = numberEvents(pool, { limit: 5 });
        await until(waits);
      },
    });
    expect(await second).toEqual({ count: 0, heads: new Map() });
    expect(await numbersOf(database, 1)).toEqual(upTo(5));
  });

  test('that do not take turns make neither a gap nor a double', async () => {
    const { pool } = await open();
    await insertEventRows(pool, 1, 5);
    // Without its row, there is nothing to wait for.
    await pool.query('delete from event_numbering');
    let second: Promise<unknown> = Promise.resolve();
    await numberEvents(pool, {
      limit: 5,
      async atStep(step) {
        if (step !== 'numbered') return;
        second = numberEvents(pool, { limit: 5 });
        await until(async () => {
          const { rows } = await pool.query(
            `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
          );
          return rows.length > 0;
        });
      },
    });
    expect(await second).toEqual({ count: 0, heads: new Map() });
    expect(await findNumberingFaults(pool)).toEqual([]);
  });

  test('number what a long transaction wrote first after what was committed meanwhile', async () => {
    const { pool } = await open();
    const slow = await pool.connect();
    await slow.query('begin');
    await slow.query(
      `insert into events (workspace_id, type, test_mode, object_id) values (1, 'sale.created', true, 0)`,
    );
    await insertEventRows(pool, 1, 3);
    await numberAllEvents(pool);
    await slow.query('commit');
    slow.release();
    await numberAllEvents(pool);
    const { rows } = await pool.query(`select type from ${EVENTS_AND_NUMBERS} e order by sequence`);
    expect(rows.map(({ type }) => type)).toEqual([
      'lead.created',
      'lead.created',
      'lead.created',
      'sale.created',
    ]);
    expect(await findNumberingFaults(pool)).toEqual([]);
  });
});
