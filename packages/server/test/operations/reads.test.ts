import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createReads } from '../../src/operations/reads.js';
import { newEmptyPostgresUrl } from '../support/engines.js';

describe('operations that only read', () => {
  let pool: pg.Pool;
  let readPool: pg.Pool;
  const lost: unknown[] = [];

  beforeAll(async () => {
    pool = new pg.Pool({ connectionString: await newEmptyPostgresUrl(), application_name: 'primary' });
    readPool = new pg.Pool({ connectionString: await newEmptyPostgresUrl(), application_name: 'replica' });
    for (const one of [pool, readPool]) one.on('error', () => {});
  });

  afterAll(async () => {
    await pool.end();
    await readPool.end();
  });

  const open = (replica = readPool) => createReads({ pool, readPool: replica }, (error) => lost.push(error));
  const whoAnswers = async (source: pg.Pool): Promise<string> => {
    const { rows } = await source.query(`select current_setting('application_name') as name`);
    return rows[0].name;
  };

  test('read from the replica', async () => {
    expect(await open().run(1, whoAnswers)).toBe('replica');
  });

  test('read the database itself where there is no replica', async () => {
    expect(await open(pool).run(1, whoAnswers)).toBe('primary');
  });

  test('read what their own workspace has just changed where it was written', async () => {
    const reads = open();
    reads.noteChange(1);
    expect(await reads.run(1, whoAnswers)).toBe('primary');
    expect(await reads.run(2, whoAnswers)).toBe('replica');
  });

  test('read the database itself once the connection to the replica breaks, and for a while after', async () => {
    const reads = open();
    const breaksOnce = async (source: pg.Pool) => {
      if (source === readPool) await source.query('select pg_terminate_backend(pg_backend_pid())');
      return whoAnswers(source);
    };
    expect(await reads.run(1, breaksOnce)).toBe('primary');
    expect(lost).toHaveLength(1);
    expect(await reads.run(1, whoAnswers)).toBe('primary');
  });

  test('read again where the replica cancelled them, and go on using it', async () => {
    const reads = open();
    const cancelledOnce = async (source: pg.Pool) => {
      if (source === readPool)
        await source.query(
          `do $$ begin raise exception 'conflict with recovery' using errcode = '40001'; end $$`,
        );
      return whoAnswers(source);
    };
    expect(await reads.run(1, cancelledOnce)).toBe('primary');
    expect(await reads.run(1, whoAnswers)).toBe('replica');
  });

  test('report a fault of their own at once', async () => {
    await expect(open().run(1, (source) => source.query('select nothing'))).rejects.toThrow('does not exist');
  });
});
