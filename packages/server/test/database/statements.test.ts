import type pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Database } from '../../src/database/open.js';
import { openDatabase } from '../../src/database/open.js';
import { checkDriver, type Statement, send } from '../../src/database/statements.js';
import { isConnectionLost, isUniqueViolation } from '../../src/database/transaction.js';
import { engines, openTestDatabase, startPrivatePostgres } from '../support/engines.js';

/** A statement under a name of its own. */
let named = 0;
function statement(text: string, values?: readonly (string | null)[]): Statement {
  named += 1;
  return { name: `test-${named}`, text, ...(values && { values }) };
}

function reading(text: string, into: unknown[], values?: readonly (string | null)[]): Statement {
  return { ...statement(text, values), take: (rows, command) => void into.push({ rows, command }) };
}

test('a driver without what is used of it is refused, and the error names what is missing', () => {
  const method = () => {};
  const connection = {
    parse: method,
    bind: method,
    execute: method,
    close: method,
    sync: method,
    stream: {},
  };
  expect(() => checkDriver({ connection })).toThrow('has no connection.describe, which');
  expect(() => checkDriver({ connection: { ...connection, describe: method } })).not.toThrow();
  expect(() => checkDriver({})).toThrow('connection.stream');
});

describe.each(engines)('statements sent together on %s', (engine) => {
  let database: Database;
  let client: pg.PoolClient;

  beforeAll(async () => {
    database = await openTestDatabase(engine);
    await database.pool.query('create table sent (n bigint primary key, word text)');
  });
  afterAll(() => database.close());
  beforeEach(async () => {
    client = await database.pool.connect();
    await client.query('begin');
  });
  afterEach(async () => {
    await client.query('rollback');
    client.release();
  });

  const insert: Statement = {
    name: 'insert-sent',
    text: 'insert into sent select * from unnest($1::bigint[], $2::text[])',
  };
  const inserting = (n: number, word: string | null) => ({
    ...insert,
    values: [`{${n}}`, word === null ? '{NULL}' : `{"${word}"}`],
  });
  const numbers = async () => (await client.query('select n from sent order by n')).rows.map(({ n }) => n);

  test('run in order, each seeing what those before it did, and give their rows as the pool reads them', async () => {
    const seen: unknown[] = [];
    const count = { name: 'count-sent', text: 'select n, word from sent order by n' };
    const counting = { ...count, take: (rows: readonly unknown[]) => void seen.push(rows) };
    await send(client, [counting, inserting(1, 'one'), null, counting, inserting(2, null), counting]);
    expect(seen).toEqual([
      [],
      [{ n: 1, word: 'one' }],
      [
        { n: 1, word: 'one' },
        { n: 2, word: null },
      ],
    ]);
  });

  test('return the command tag of each statement', async () => {
    const results: unknown[] = [];
    await send(client, [reading('savepoint here', results), reading('rollback to savepoint here', results)]);
    expect(results).toEqual([
      { rows: [], command: 'SAVEPOINT' },
      { rows: [], command: 'ROLLBACK' },
    ]);
  });

  test('nothing to send is nothing to wait for', async () => {
    await send(client, []);
    await send(client, [null]);
  });

  test('after one that fails none is run: not even a commit', async () => {
    const results: unknown[] = [];
    const sent = send(client, [
      inserting(1, 'one'),
      inserting(1, 'again'),
      reading('select 1', results),
      statement('commit'),
    ]);
    await expect(sent).rejects.toSatisfy((error) => isUniqueViolation(error, 'sent_pkey'));
    expect(results).toEqual([]);
    await client.query('rollback');
    expect(await numbers()).toEqual([]);
  });

  test('what failed, and what did not come to be prepared, works the next time', async () => {
    const divide = statement('select 1 / $1::int as share', ['0']);
    const fresh = statement('select 7 as seven');
    const results: unknown[] = [];
    const take: Statement['take'] = (rows) => void results.push(...rows);
    await client.query('savepoint here');
    for (let time = 0; time < 2; time++) {
      await expect(send(client, [divide, fresh])).rejects.toThrow('division by zero');
      await client.query('rollback to savepoint here');
    }
    await send(client, [
      { ...divide, values: ['1'], take },
      { ...fresh, take },
    ]);
    expect(results).toEqual([{ share: 1 }, { seven: 7 }]);
  });

  test('a statement that cannot be prepared is refused with its error, and the connection is fine', async () => {
    const wrong = statement('select * from nowhere_at_all');
    await expect(send(client, [inserting(1, 'one'), wrong])).rejects.toThrow('nowhere_at_all');
    await client.query('rollback');
    expect(await numbers()).toEqual([]);
  });

  test('one name for two texts is a mistake, and nothing is sent', async () => {
    const other = { name: insert.name, text: 'delete from sent' };
    await send(client, [inserting(1, 'one')]);
    await expect(send(client, [inserting(2, 'two'), other])).rejects.toThrow('insert-sent');
    expect(await numbers()).toEqual([1]);
    const together = send(client, [
      statement('select 1'),
      { name: 'twice', text: 'select 1' },
      { name: 'twice', text: 'select 2' },
    ]);
    await expect(together).rejects.toThrow('twice');
  });

  test('a value that is no text is a mistake, nothing is sent, and the connection is fine', async () => {
    const wrong = statement('select $1::int', [7 as unknown as string]);
    await expect(send(client, [inserting(1, 'one'), wrong])).rejects.toThrow(TypeError);
    expect(await numbers()).toEqual([]);
  });

  test('rows nobody took the first time are whole when somebody does', async () => {
    const results: unknown[] = [];
    const seven = statement('select 7 as seven');
    await send(client, [seven]);
    await send(client, [{ ...seven, take: (rows) => void results.push(...rows) }]);
    expect(results).toEqual([{ seven: 7 }]);
  });

  test('rows that cannot be kept exactly are an error, and the answers behind them are taken', async () => {
    const results: unknown[] = [];
    const beyond = reading('select 9007199254740993::bigint as beyond', results);
    await expect(send(client, [beyond, reading('select 1 as one', results)])).rejects.toThrow(RangeError);
    expect(results).toEqual([]);
    await send(client, [reading('select 2 as two', results)]);
    expect(results).toEqual([{ rows: [{ two: 2 }], command: 'SELECT 1' }]);
  });

  test('what a taker throws is thrown in the end', async () => {
    const throwing: Statement = {
      ...statement('select 1'),
      take() {
        throw new Error('not as expected');
      },
    };
    await expect(send(client, [throwing, inserting(1, 'one')])).rejects.toThrow('not as expected');
    expect(await numbers()).toEqual([1]);
  });

  test('values of any kind of text arrive as they are', async () => {
    const words = ['', 'NULL', '"', '\\', '{},', 'ä\u{1f600}', "it's", 'a\nb'];
    const results: { rows: readonly unknown[] }[] = [];
    await send(
      client,
      words.map((word) => reading('select $1::text as word', results, [word])),
    );
    expect(results.map(({ rows }) => rows[0])).toEqual(words.map((word) => ({ word })));
  });
});

test('a connection that breaks fails what was sent over it as lost', async () => {
  const server = await startPrivatePostgres();
  const database = await openDatabase({ databaseUrl: server.url, dataDir: '' });
  const client = await database.pool.connect();
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  const waiting = send(client, [statement('select pg_sleep(60)'), statement('select 1')]);
  const failure = waiting.catch((error: unknown) => error);
  await database.pool.query('select pg_terminate_backend($1)', [rows[0]?.pid]);
  expect(isConnectionLost(await failure)).toBe(true);
  client.release(true);
  await database.close();
  await server.dispose();
});
