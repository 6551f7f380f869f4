import type pg from 'pg';
import { pino } from 'pino';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { migrate } from '../../src/database/migrate.js';
import { openDatabase } from '../../src/database/open.js';
import { type Jobs, startJobs } from '../../src/jobs/index.js';
import { startQueue } from '../../src/jobs/queue.js';
import { verifyBooks } from '../../src/operations/verify.js';
import { createTracking } from '../../src/tracking/index.js';
import { encryptionOf } from '../support/encryption.js';
import { engines, newPostgresUrl, startPrivatePostgres } from '../support/engines.js';
import { seedProgram } from '../support/seed.js';
import { type Books, commissionOf, openBooks } from './books.js';

const logger = pino({ level: 'silent' });
const encryption = encryptionOf();
const SOON = { timeout: 45_000, interval: 100 };

const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

async function open(engine: (typeof engines)[number]): Promise<Books> {
  const books = await openBooks(engine);
  closers.push(() => books.close());
  return books;
}

async function start(
  books: Pick<Books, 'pool' | 'tracking'>,
  engine: (typeof engines)[number],
): Promise<Jobs> {
  const jobs = await startJobs({ pool: books.pool, engine, tracking: books.tracking, encryption, logger });
  closers.push(() => jobs.stop());
  return jobs;
}

async function countWhere(pool: pg.Pool, table: string, where: string): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(
    `select count(*) as count from ${table} where ${where}`,
  );
  return rows[0]?.count ?? 0;
}

/** A click of a program that could not be counted at once. */
async function missTotals(pool: pg.Pool, programId: number): Promise<void> {
  await pool.query(
    `insert into missed_totals (program_id, day, partner_id, link_id, currency, clicks, leads, customers, sales,
                                revenue_cents, refunded_cents, commission_cents, reversed_cents)
     values ($1, '2026-01-01', 0, 0, 'USD', 1, 0, 0, 0, 0, 0, 0, 0)`,
    [programId],
  );
}

describe.each(engines)('jobs on %s', (engine) => {
  test('mature what is due, complete what is missing and add what was missed, and nothing else', async () => {
    const books = await open(engine);
    const { pool } = books;
    const due = await seedProgram(pool, { holdDays: 0 });
    const later = await seedProgram(pool, { holdDays: 1 });
    await start(books, engine);
    const { id } = commissionOf(await books.soldOnce(due));
    const waiting = commissionOf(await books.soldOnce(later));
    books.failAt = 'money';
    const { saleId } = await books.soldOnce(due);
    books.failAt = 'totals';
    await books.soldOnce(later);
    books.failAt = null;
    await vi.waitFor(async () => {
      expect(await countWhere(pool, 'commissions', `id = ${id} and status = 'payable'`)).toBe(1);
      expect(await countWhere(pool, 'sales', `id = ${saleId} and commission_state = 'earned'`)).toBe(1);
      expect(await countWhere(pool, 'missed_totals', 'true')).toBe(0);
    }, SOON);
    expect(await countWhere(pool, 'commissions', `id = ${waiting.id} and status = 'pending'`)).toBe(1);
    expect((await verifyBooks(pool)).differences).toEqual([]);
  });

  test('remove sessions that are over', async () => {
    const books = await open(engine);
    const { pool } = books;
    await pool.query(`insert into users (id, name, email) values ('u', 'Olive', 'olive@acme.test')`);
    await pool.query(
      `insert into sessions (id, user_id, token, expires_at)
       values ('over', 'u', repeat('0', 64), now()), ('open', 'u', repeat('1', 64), now() + interval '1 hour')`,
    );
    await start(books, engine);
    await vi.waitFor(async () => expect(await countWhere(pool, 'sessions', 'true')).toBe(1), SOON);
    expect(await countWhere(pool, 'sessions', `id = 'open'`)).toBe(1);
  });

  test('stop at once, and leave the pool to be closed', async () => {
    const books = await open(engine);
    const jobs = await start(books, engine);
    await jobs.stop();
    await expect(jobs.stop()).resolves.toBeUndefined();
  });

  test('leave a queue that keeps itself tidy, and a client that can be used after a failed statement', async () => {
    const { pool } = await open(engine);
    const errors: unknown[] = [];
    const queue = await startQueue(pool, (error) => errors.push(error));
    closers.push(() => queue.stop());
    await queue.boss.maintain();
    await pool.query('alter table pgboss.archive rename to archive_elsewhere');
    await expect(queue.boss.maintain()).rejects.toThrow('archive');
    await pool.query('alter table pgboss.archive_elsewhere rename to archive');
    await queue.boss.maintain();
    expect(errors).toEqual([]);
  });

  test('start again on the same database', async () => {
    const books = await open(engine);
    await (await start(books, engine)).stop();
    await (await start(books, engine)).stop();
  });
});

describe('jobs of several processes', () => {
  test('start side by side on one new database, and do everything once', async () => {
    const databaseUrl = await newPostgresUrl();
    const pools = await Promise.all(
      Array.from({ length: 4 }, async () => {
        const { pool, close } = await openDatabase({ databaseUrl, dataDir: '' });
        closers.push(close);
        const tracking = createTracking({ pool, engine: 'postgres', logger });
        const jobs = await startJobs({ pool, engine: 'postgres', tracking, encryption, logger });
        closers.push(() => jobs.stop());
        return pool;
      }),
    );
    const [pool] = pools as [pg.Pool];
    for (let row = 0; row < 20; row++) await missTotals(pool, row);
    await vi.waitFor(async () => expect(await countWhere(pool, 'missed_totals', 'true')).toBe(0), SOON);
    expect(await countWhere(pool, 'daily_totals', 'clicks = 1')).toBe(20);
    expect(await countWhere(pool, 'daily_totals', 'true')).toBe(20);
    const perSlot = `select count(*) as count from (select singleton_key, singleton_on from pgboss.job
                      group by singleton_key, singleton_on having count(*) > 1) twice`;
    expect((await pool.query<{ count: number }>(perSlot)).rows[0]?.count).toBe(0);
  });
});

describe('jobs and a database that goes away', () => {
  test('go on when it is back, without an error that nobody handles', async () => {
    const unhandled = vi.fn();
    process.on('unhandledRejection', unhandled);
    const server = await startPrivatePostgres();
    closers.push(() => server.dispose());
    const { pool, close } = await openDatabase({ databaseUrl: server.url, dataDir: '' });
    closers.push(close);
    await migrate(pool);
    const tracking = createTracking({ pool, engine: 'postgres', logger });
    const failures: unknown[] = [];
    const listening = pino(
      { level: 'error' },
      { write: (line: string) => void failures.push(JSON.parse(line).msg) },
    );
    const jobs = await startJobs({ pool, engine: 'postgres', tracking, encryption, logger: listening });
    closers.push(() => jobs.stop());
    await server.stop();
    await vi.waitFor(
      () => expect(failures).toContain('jobs cannot run; they are tried again until they can'),
      SOON,
    );
    await server.start();
    await missTotals(pool, 1);
    await vi.waitFor(async () => expect(await countWhere(pool, 'missed_totals', 'true')).toBe(0), SOON);
    expect(unhandled).not.toHaveBeenCalled();
    process.off('unhandledRejection', unhandled);
  });
});
