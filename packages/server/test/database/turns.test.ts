import { join } from 'node:path';
import { serialize } from 'pg-protocol';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Ask, type Engine, startEngine } from '../../src/database/embedded/engine.js';
import { createEmbeddedPool } from '../../src/database/embedded/pool.js';
import { takeTurns } from '../../src/database/embedded/turns.js';
import { withTransaction } from '../../src/database/transaction.js';
import { newDataDir } from '../support/engines.js';

describe('clients of the embedded engine', () => {
  let engine: Engine;

  beforeAll(async () => {
    engine = await startEngine(join(await newDataDir(), 'db'), () => undefined);
    await engine.ask(serialize.query('create table counted (n integer)'), 0);
  });

  afterAll(() => engine.close());

  const openPool = () =>
    createEmbeddedPool(engine.ask, {
      size: 4,
      onError: (error) => {
        throw error;
      },
    });

  test('never see what another has not committed', async () => {
    const pool = openPool();
    const results = await Promise.all(
      Array.from({ length: 20 }, () =>
        withTransaction(pool, async (client) => {
          const before = await client.query('select count(*)::integer as count from counted');
          await client.query('insert into counted values (1)');
          const after = await client.query('select count(*)::integer as count from counted');
          return [before.rows[0].count, after.rows[0].count];
        }),
      ),
    );
    expect(results.map(([before]) => before).sort((a, b) => a - b)).toEqual([...Array(20).keys()]);
    expect(results.every(([before, after]) => after === before + 1)).toBe(true);
    await pool.end();
  });

  test('each prepare statements under names of their own', async () => {
    const pool = openPool();
    const clients = await Promise.all(Array.from({ length: 3 }, () => pool.connect()));
    const answers = await Promise.all(
      clients.map((client, index) => client.query({ name: 'same', text: `select ${index} as index` })),
    );
    expect(answers.map(({ rows }) => rows[0].index)).toEqual([0, 1, 2]);
    for (const client of clients) client.release();
    await pool.end();
  });

  test('leave neither a transaction nor prepared statements behind', async () => {
    const pool = openPool();
    const client = await pool.connect();
    await client.query('begin');
    await client.query({ name: 'left', text: 'insert into counted values (2)' });
    client.release(new Error('discarded'));
    const { rows } = await pool.query<{ twos: number; prepared: number }>(
      `select (select count(*)::integer from counted where n = 2) as twos,
              (select count(*)::integer from pg_prepared_statements where name like '% left') as prepared`,
    );
    expect(rows).toEqual([{ twos: 0, prepared: 0 }]);
    await pool.end();
  });

  test('wait with a checkpoint for the end of a transaction', async () => {
    const pool = openPool();
    const client = await pool.connect();
    await client.query('begin');
    let isWritten = false;
    const written = engine.checkpoint().then(() => {
      isWritten = true;
    });
    await client.query('select 1');
    expect(isWritten).toBe(false);
    await client.query('commit');
    await written;
    client.release();
    await pool.end();
  });
});

test('a transaction that waits for another client of its own is ended, and leaves the session to the next', async () => {
  const engine = await startEngine(join(await newDataDir(), 'db'), () => undefined);
  const turns = takeTurns((messages) => engine.ask(messages, 0), 50);
  const ask = (text: string, client: number): ReturnType<Ask> => turns.ask(serialize.query(text), client);
  await ask('begin', 1);
  // The first client would commit only after the second is answered.
  await expect(ask('select 1', 2)).rejects.toThrow(
    'Connection terminated: another transaction kept the database',
  );
  await ask('rollback', 1);
  await ask('select 1', 2);
  await engine.close();
});
