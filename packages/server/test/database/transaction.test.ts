import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Database, openDatabase } from '../../src/database/open.js';
import {
  isConnectionLost,
  isRetryable,
  isUniqueViolation,
  withTransaction,
} from '../../src/database/transaction.js';
import { engines, openTestDatabase, startPrivatePostgres } from '../support/engines.js';

async function errorOf(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => undefined,
    (error: unknown) => error,
  );
}

describe.each(engines)('withTransaction on %s', (engine) => {
  let database: Database;
  let lastTable = 0;

  beforeAll(async () => {
    database = await openTestDatabase(engine);
  });

  afterAll(() => database.close());

  async function newTable(): Promise<string> {
    lastTable += 1;
    await database.pool.query(`create table numbers_${lastTable} (n integer primary key)`);
    return `numbers_${lastTable}`;
  }

  async function contents(table: string): Promise<number[]> {
    const { rows } = await database.pool.query<{ n: number }>(`select n from ${table} order by n`);
    return rows.map(({ n }) => n);
  }

  test('commits and gives back the result', async () => {
    const table = await newTable();
    const result = await withTransaction(database.pool, async (client) => {
      await client.query(`insert into ${table} values (1)`);
      return 'done';
    });
    expect(result).toBe('done');
    expect(await contents(table)).toEqual([1]);
  });

  test('rolls back what was written when the callback throws, and throws its error', async () => {
    const table = await newTable();
    const failure = new Error('no');
    const run = withTransaction(database.pool, async (client) => {
      await client.query(`insert into ${table} values (1)`);
      throw failure;
    });
    expect(await errorOf(run)).toBe(failure);
    expect(await contents(table)).toEqual([]);
  });

  test('leaves the connection usable after a failed query', async () => {
    const table = await newTable();
    const { pool } = database;
    for (let round = 0; round < 5; round += 1) {
      const error = await errorOf(
        withTransaction(pool, async (client) => {
          await client.query({ name: 'insert', text: `insert into ${table} values ($1)`, values: [1] });
          await client.query({ name: 'insert', text: `insert into ${table} values ($1)`, values: [1] });
        }),
      );
      expect(isUniqueViolation(error)).toBe(true);
      expect(isUniqueViolation(error, `${table}_pkey`)).toBe(true);
      expect(isUniqueViolation(error, 'another')).toBe(false);
    }
    await withTransaction(pool, (client) => client.query(`insert into ${table} values (2)`));
    expect(await contents(table)).toEqual([2]);
    expect(pool.totalCount).toBe(1);
  });

  test('never calls it a success when the callback hid an error that undid its work', async () => {
    const table = await newTable();
    const run = withTransaction(database.pool, async (client) => {
      await client.query(`insert into ${table} values (1)`);
      await client.query(`insert into ${table} values (1)`).catch(() => {});
    });
    await expect(run).rejects.toThrow('The transaction had failed before its commit');
    expect(await contents(table)).toEqual([]);
  });

  test('keeps what a savepoint saved', async () => {
    const table = await newTable();
    await withTransaction(database.pool, async (client) => {
      await client.query(`insert into ${table} values (1)`);
      await client.query('savepoint inner_part');
      await client
        .query(`insert into ${table} values (1)`)
        .catch(() => client.query('rollback to inner_part'));
      await client.query(`insert into ${table} values (2)`);
    });
    expect(await contents(table)).toEqual([1, 2]);
  });

  test('does not reuse a client whose rollback failed', async () => {
    const table = await newTable();
    const run = withTransaction(database.pool, async (client) => {
      await client.query(`insert into ${table} values (1)`);
      await client.query({ name: 'one', text: 'select 1' });
      const query = client.query.bind(client);
      Object.assign(client, {
        query: (text: string) =>
          text === 'rollback' ? Promise.reject(new Error('rollback failed')) : query(text),
      });
      throw new Error('no');
    });
    await expect(run).rejects.toThrow('no');
    expect(await contents(table)).toEqual([]);
    // On the embedded engine the session of the discarded client lives on, and so would its prepared statements.
    expect((await database.pool.query({ name: 'one', text: 'select 1 as other' })).rows).toEqual([
      { other: 1 },
    ]);
  });

  test('serves many at once, failing and succeeding in between', async () => {
    const table = await newTable();
    const runs = Array.from({ length: 40 }, (_, index) =>
      withTransaction(database.pool, (client) =>
        client.query(`insert into ${table} values ($1)`, [Math.floor(index / 2)]),
      ),
    );
    const errors = (await Promise.all(runs.map(errorOf))).filter((error) => error !== undefined);
    expect(errors).toHaveLength(20);
    expect(errors.every((error) => isUniqueViolation(error))).toBe(true);
    expect(await contents(table)).toEqual(Array.from({ length: 20 }, (_, n) => n));
  });
});

describe('errors', () => {
  test('of serialization and deadlock are retryable, others are not', () => {
    expect(isRetryable(Object.assign(new Error(), { code: '40001' }))).toBe(true);
    expect(isRetryable(Object.assign(new Error(), { code: '40P01' }))).toBe(true);
    expect(isRetryable(Object.assign(new Error(), { code: '23505' }))).toBe(false);
    expect(isRetryable(undefined)).toBe(false);
  });

  test('of a real deadlock are retryable, and retrying succeeds', async () => {
    const { pool, close } = await openTestDatabase('postgres');
    await pool.query(
      'create table numbers (n integer primary key, hits integer); insert into numbers values (1, 0), (2, 0)',
    );
    let arrived = 0;
    let openGate = () => {};
    const gate = new Promise<void>((resolve) => {
      openGate = resolve;
    });
    const hit = (first: number, second: number) =>
      withTransaction(pool, async (client) => {
        await client.query('update numbers set hits = hits + 1 where n = $1', [first]);
        arrived += 1;
        if (arrived === 2) openGate();
        await gate;
        await client.query('update numbers set hits = hits + 1 where n = $1', [second]);
      });
    const orders = [
      [1, 2],
      [2, 1],
    ] as const;
    // One of the two is cancelled. It is run again only when the other is over: a transaction that begins while the other
    // still waits for the row may take it first, and both are deadlocked again.
    const results = await Promise.allSettled(orders.map(([first, second]) => hit(first, second)));
    const reasons = results.map((result) => (result.status === 'rejected' ? result.reason : null));
    const [first, second] = orders[reasons.findIndex((reason) => reason !== null)] ?? [0, 0];
    expect(reasons.filter((reason) => reason !== null).map(isRetryable)).toEqual([true]);
    await hit(first, second);
    expect((await pool.query('select hits from numbers')).rows).toEqual([{ hits: 2 }, { hits: 2 }]);
    await close();
  });

  test.each([
    Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' }),
    Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' }),
    Object.assign(new Error('write EPIPE'), { code: 'EPIPE' }),
    Object.assign(new Error('terminating connection due to administrator command'), { code: '57P01' }),
    Object.assign(new Error('terminating connection because of crash'), { code: '57P02' }),
    Object.assign(new Error('the database system is starting up'), { code: '57P03' }),
    Object.assign(new Error('connection failure'), { code: '08006' }),
    new Error('Connection terminated unexpectedly'),
    new Error('Connection terminated due to connection timeout'),
    new Error('timeout exceeded when trying to connect'),
    new AggregateError([Object.assign(new Error('connect'), { code: 'ECONNREFUSED' })]),
  ])('say that the connection is lost: $message', (error) => {
    expect(isConnectionLost(error)).toBe(true);
  });

  test.each([new Error('no'), Object.assign(new Error('duplicate'), { code: '23505' }), undefined, 'text'])(
    'say nothing about the connection: %s',
    (error) => {
      expect(isConnectionLost(error)).toBe(false);
    },
  );
});

describe('an outage of PostgreSQL', () => {
  test('is reported as a lost connection, does not end the process, and ends when the server is back', async () => {
    const server = await startPrivatePostgres();
    const lost: Error[] = [];
    const { pool, close } = await openDatabase({
      databaseUrl: server.url,
      dataDir: '',
      onError: (error) => lost.push(error),
    });
    await pool.query('create table numbers (n integer primary key)');
    const idle = await Promise.all([pool.connect(), pool.connect()]);
    for (const client of idle) client.release();

    const during = await errorOf(
      withTransaction(pool, async (client) => {
        await client.query('insert into numbers values (1)');
        await server.stop();
        await client.query('insert into numbers values (2)');
      }),
    );
    expect(isConnectionLost(during)).toBe(true);
    // Before anyone takes the idle connection and gets the error instead.
    await expect.poll(() => lost.length).toBeGreaterThanOrEqual(1);
    const after = await errorOf(withTransaction(pool, (client) => client.query('select 1')));
    expect(isConnectionLost(after)).toBe(true);

    await server.start();
    await withTransaction(pool, (client) => client.query('insert into numbers values (3)'));
    expect((await pool.query('select n from numbers')).rows).toEqual([{ n: 3 }]);
    await close();
    await server.dispose();
  });
});
