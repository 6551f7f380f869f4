import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isPooled, prepareNothing } from '../../src/database/server/pooler.js';
import { send } from '../../src/database/statements.js';
import { newEmptyPostgresUrl } from '../support/engines.js';

// The tracking tests run behind PgBouncer itself with `npm run test:pooler`.
describe('a client behind a pooler', () => {
  let url: string;
  let client: pg.Client;

  beforeAll(async () => {
    url = await newEmptyPostgresUrl();
    client = new pg.Client({ connectionString: url });
    await client.connect();
  });

  afterAll(() => client.end());

  /** A pooler gives the next transaction to another session, which knows none of the statements. */
  const changeSession = () => client.query('deallocate all');

  async function numberBySend(): Promise<unknown> {
    const rows: unknown[] = [];
    const text = 'select $1::integer + 1 as number';
    await send(client, [{ name: 'next-number', text, values: ['1'], take: (found) => rows.push(...found) }]);
    return rows;
  }

  const numberByName = async () =>
    (await client.query({ name: 'number', text: 'select 2 as number' })).rows as unknown;

  test('is told from one that is connected to the server itself', async () => {
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
    const pid = rows[0]?.pid ?? 0;
    expect(isPooled(client, pid)).toBe(false);
    Object.assign(client, { processID: pid + 1 });
    expect(isPooled(client, pid)).toBe(true);
  });

  test('needs nothing that an earlier transaction has prepared', async () => {
    await numberBySend();
    await numberByName();
    await changeSession();
    await expect(numberBySend()).rejects.toThrow('prepared statement "next-number" does not exist');
    await expect(numberByName()).rejects.toThrow('prepared statement "number" does not exist');

    prepareNothing(client);
    for (let times = 0; times < 2; times++) {
      await changeSession();
      expect(await numberBySend()).toEqual([{ number: 2 }]);
      expect(await numberByName()).toEqual([{ number: 2 }]);
    }
    const { rows } = await client.query('select name from pg_prepared_statements');
    expect(rows).toEqual([]);
  });
});
