import type pg from 'pg';
import { type Logger, pino } from 'pino';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { systemNow } from '../../src/clock.js';
import { migrate } from '../../src/database/migrate.js';
import { openDatabase } from '../../src/database/open.js';
import { leaseWork, retryPauseMs } from '../../src/database/work-items.js';
import { createSealKeys } from '../../src/features/seals/seal-keys.js';
import { createTracking } from '../../src/ingest/index.js';
import { createProcessor } from '../../src/payments/processor.js';
import { verifyBooks } from '../../src/verify/verify.js';
import { createTimers, type Jobs, startJobs } from '../../src/work/index.js';
import { startRunner } from '../../src/work/runner.js';
import { providers } from '../payments/support.js';
import { type Books, commissionOf, openBooks } from '../support/books.js';
import { encryptionOf } from '../support/encryption.js';
import { engines, newPostgresUrl, startPrivatePostgres } from '../support/engines.js';
import { seedProgram } from '../support/seed.js';
import { idleDelivery } from '../webhooks/delivering.js';

const silent = pino({ level: 'silent' });
const encryption = encryptionOf();
const SOON = { timeout: 45_000, interval: 50 };
/** Often, so that tests do not wait for the next look. */
const lookEveryMs = 20;

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
  { pool, tracking }: Pick<Books, 'pool' | 'tracking'>,
  engine: (typeof engines)[number],
  logger: Logger = silent,
  clickRetentionMonths: number | null = null,
): Promise<Jobs> {
  const processor = createProcessor({
    pool,
    providers,
    tracking,
    logger: silent,
    testEvents: 'test',
    now: systemNow,
  });
  const parts = {
    pool,
    engine,
    tracking,
    processor,
    encryption,
    sealKeys: createSealKeys(encryption, systemNow),
    logger,
    now: systemNow,
    lookEveryMs,
    ...idleDelivery(pool),
  };
  const jobs = await startJobs({ ...parts, clickRetentionMonths });
  closers.push(() => jobs.stop());
  return jobs;
}

async function countWhere(pool: pg.Pool, table: string, where: string): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(
    `select count(*) as count from ${table} where ${where}`,
  );
  return rows[0]?.count ?? 0;
}

/** Ends the period of a job, unless a process is just running it. */
async function endPeriod(pool: pg.Pool, job: string): Promise<void> {
  await pool.query(
    'update work_items set due_at = now() where kind = $1 and leased_until is null and due_at > now()',
    [job],
  );
}

/** Waits until no totals are missing, without waiting for the job's period. */
async function untilTotalsAreAdded(pool: pg.Pool): Promise<void> {
  await vi.waitFor(async () => {
    await endPeriod(pool, 'add-missed-totals');
    expect(await countWhere(pool, 'missed_totals', 'true')).toBe(0);
  }, SOON);
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

/** A connection that breaks after a statement of this name has been committed for the first time, before its answer. */
function losingFirstAnswer(pool: pg.Pool, name: string): pg.Pool {
  let isLost = false;
  return Object.assign(Object.create(pool) as pg.Pool, {
    query: async (query: string | { readonly name?: string }, values?: readonly unknown[]) => {
      const result = await pool.query(query as string, values as unknown[]);
      if (isLost || typeof query === 'string' || query.name !== name) return result;
      isLost = true;
      throw new Error('Connection terminated unexpectedly');
    },
  });
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
      for (const job of ['mature-commissions', 'complete-commissions', 'add-missed-totals'])
        await endPeriod(pool, job);
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

  test('remove old clicks where a number of months is set, with a line for each month, and only there', async () => {
    const books = await open(engine);
    const { pool } = books;
    const hasJob = () => countWhere(pool, 'work_items', `kind = 'remove-old-clicks'`);
    const program = await seedProgram(pool, { cookieWindowDays: 30 });
    await books.click(program, { atMs: Date.UTC(2020, 1, 29) });
    await books.click(program);
    await (await start(books, engine)).stop();
    expect(await hasJob()).toBe(0);
    expect(await countWhere(pool, 'clicks', 'true')).toBe(2);
    const lines: Record<string, unknown>[] = [];
    const listening = pino({ level: 'info' }, { write: (line: string) => void lines.push(JSON.parse(line)) });
    await start(books, engine, listening, 12);
    await vi.waitFor(async () => expect(await countWhere(pool, 'clicks', 'true')).toBe(1), SOON);
    await vi.waitFor(
      () =>
        expect(lines).toContainEqual(expect.objectContaining({ job: 'remove-old-clicks', month: '2020-02' })),
      SOON,
    );
    expect((await verifyBooks(pool)).differences).toEqual([]);
  });

  test('stop at once, and leave the pool to be closed', async () => {
    const books = await open(engine);
    const jobs = await start(books, engine);
    await jobs.stop();
    await expect(jobs.stop()).resolves.toBeUndefined();
  });

  test('run again when the process that leased them has died', async () => {
    const books = await open(engine);
    const { pool } = books;
    const runs = vi.fn(async () => ({}));
    const timers = await createTimers(pool, [{ name: 'abandoned', everySeconds: 3600, run: runs }], silent);
    await leaseWork(pool, 'a process that died', timers, 1);
    const runner = startRunner({ pool, handlers: timers, logger: silent, lookEveryMs });
    closers.push(() => runner.stop());
    expect(await leaseWork(pool, 'another process', timers, 1)).toEqual([]);
    // Its lease has run out.
    await pool.query(`update work_items set leased_until = now() where kind = 'abandoned'`);
    await vi.waitFor(() => expect(runs).toHaveBeenCalledOnce(), SOON);
    await vi.waitFor(
      async () =>
        expect(
          await countWhere(
            pool,
            'work_items',
            `kind = 'abandoned' and leased_until is null and attempts = 0`,
          ),
        ).toBe(1),
      SOON,
    );
  });

  test('run without waiting for the lease when the answer to leasing them was lost', async () => {
    const books = await open(engine);
    const { pool } = books;
    const runs = vi.fn(async () => ({}));
    const timers = await createTimers(pool, [{ name: 'unanswered', everySeconds: 3600, run: runs }], silent);
    const runner = startRunner({
      pool: losingFirstAnswer(pool, 'lease-work'),
      handlers: timers,
      logger: silent,
      lookEveryMs,
    });
    closers.push(() => runner.stop());
    await vi.waitFor(() => expect(runs).toHaveBeenCalledOnce(), SOON);
  });

  test('are handed over when the process that leased them stops before it runs them', async () => {
    const books = await open(engine);
    const { pool } = books;
    await pool.query(
      `insert into work_items (kind, key, due_at) values ('first', 1, now()), ('second', 2, now())`,
    );
    let end: () => void = () => undefined;
    const run = vi.fn(() => new Promise<void>((resolve) => (end = resolve)));
    const handlers = ['first', 'second'].map((kind) => ({ kind, lane: 'one lane', leaseMs: 60_000, run }));
    const runner = startRunner({ pool, handlers, logger: silent, lookEveryMs });
    await vi.waitFor(() => expect(run).toHaveBeenCalledOnce(), SOON);
    const stopped = runner.stop();
    end();
    await stopped;
    expect(run).toHaveBeenCalledOnce();
    expect(await countWhere(pool, 'work_items', 'leased_until is not null')).toBe(0);
  });

  test('that fail keep the reason, and run again when their period is over', async () => {
    const books = await open(engine);
    const { pool } = books;
    const runs = vi.fn(async () => ({})).mockRejectedValueOnce(new Error('the disk is full'));
    const timers = await createTimers(pool, [{ name: 'failing', everySeconds: 3600, run: runs }], silent);
    const runner = startRunner({ pool, handlers: timers, logger: silent, lookEveryMs });
    closers.push(() => runner.stop());
    const failed = `kind = 'failing' and last_error = 'Error: the disk is full' and due_at > now() + interval '50 minutes'`;
    await vi.waitFor(async () => expect(await countWhere(pool, 'work_items', failed)).toBe(1), SOON);
    await pool.query(`update work_items set due_at = now() where kind = 'failing'`);
    await vi.waitFor(() => expect(runs).toHaveBeenCalledTimes(2), SOON);
    await vi.waitFor(
      async () =>
        expect(await countWhere(pool, 'work_items', `kind = 'failing' and last_error is null`)).toBe(1),
      SOON,
    );
  });

  test('of a kind that fails as a whole are tried again after a pause that grows', async () => {
    expect([1, 2, 3, 10, 11, 1000].map(retryPauseMs)).toEqual([
      1_000, 2_000, 4_000, 512_000, 600_000, 600_000,
    ]);
    const books = await open(engine);
    const { pool } = books;
    // It has failed before, so that the pauses are longer than this test.
    await pool.query(`insert into work_items (kind, key, due_at, attempts) values ('delivery', 7, now(), 7)`);
    const run = vi.fn(async () => Promise.reject(new Error('no route')));
    const handler = { kind: 'delivery', lane: 'delivery', leaseMs: 60_000, run };
    const runner = startRunner({ pool, handlers: [handler], logger: silent, lookEveryMs });
    closers.push(() => runner.stop());
    for (const attempts of [8, 9, 10]) {
      const failed = `kind = 'delivery' and attempts = ${attempts} and last_error = 'Error: no route'
                        and leased_until is null and due_at > now()`;
      await vi.waitFor(async () => expect(await countWhere(pool, 'work_items', failed)).toBe(1), SOON);
      const { rows } = await pool.query<{ left_ms: number }>(
        'select extract(epoch from due_at - now())::float8 * 1000 as left_ms from work_items',
      );
      const pauseMs = retryPauseMs(attempts);
      expect(rows[0]?.left_ms).toBeLessThanOrEqual(pauseMs);
      expect(rows[0]?.left_ms).toBeGreaterThan(pauseMs / 2);
      await endPeriod(pool, 'delivery');
    }
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
        const tracking = createTracking({ pool, engine: 'postgres', logger: silent });
        await start({ pool, tracking }, 'postgres');
        return pool;
      }),
    );
    const [pool] = pools as [pg.Pool];
    for (let row = 0; row < 20; row++) await missTotals(pool, row);
    await untilTotalsAreAdded(pool);
    expect(await countWhere(pool, 'daily_totals', 'clicks = 1')).toBe(20);
    expect(await countWhere(pool, 'daily_totals', 'true')).toBe(20);
  });

  test('run once per period over all processes', async () => {
    const databaseUrl = await newPostgresUrl();
    const run = vi.fn(async () => ({}));
    const pools: pg.Pool[] = [];
    const acquired = new Map<pg.Pool, number>();
    for (let process = 0; process < 4; process++) {
      const { pool, close } = await openDatabase({ databaseUrl, dataDir: '' });
      closers.push(close);
      const handlers = await createTimers(pool, [{ name: 'counted', everySeconds: 3600, run }], silent);
      const runner = startRunner({ pool, handlers, logger: silent, lookEveryMs });
      closers.push(() => runner.stop());
      pools.push(pool);
      pool.on('acquire', () => acquired.set(pool, (acquired.get(pool) ?? 0) + 1));
    }
    const untilAllAcquiredAgain = async () => {
      acquired.clear();
      // The first of them may have begun before.
      await vi.waitFor(() => {
        for (const pool of pools) expect(acquired.get(pool)).toBeGreaterThanOrEqual(3);
      }, SOON);
    };
    for (let period = 1; period <= 3; period++) {
      await vi.waitFor(() => expect(run).toHaveBeenCalledTimes(period), SOON);
      const over = `leased_until is null and due_at > now()`;
      await vi.waitFor(
        async () => expect(await countWhere(pools[0] as pg.Pool, 'work_items', over)).toBe(1),
        SOON,
      );
      await untilAllAcquiredAgain();
      expect(run).toHaveBeenCalledTimes(period);
      await endPeriod(pools[0] as pg.Pool, 'counted');
    }
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
    const tracking = createTracking({ pool, engine: 'postgres', logger: silent });
    const failures: unknown[] = [];
    const listening = pino(
      { level: 'error' },
      { write: (line: string) => void failures.push(JSON.parse(line).msg) },
    );
    await start({ pool, tracking }, 'postgres', listening);
    await server.stop();
    await vi.waitFor(() => expect(failures).toContain('Job runner unavailable; retrying'), SOON);
    await server.start();
    await missTotals(pool, 1);
    await untilTotalsAreAdded(pool);
    expect(unhandled).not.toHaveBeenCalled();
    process.off('unhandledRejection', unhandled);
  });
});
