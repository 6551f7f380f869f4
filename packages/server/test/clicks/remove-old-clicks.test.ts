import { randomInt } from 'node:crypto';
import type { Pool } from 'pg';
import { afterEach, describe, expect, test } from 'vitest';
import { ensureClickPartitions } from '../../src/features/clicks/ensure-click-partitions.js';
import { removeOldClicks } from '../../src/features/clicks/remove-old-clicks.js';
import { verifyBooks } from '../../src/verify/verify.js';
import { type Books, DAY_MS, openBooks } from '../support/books.js';
import { connectPlatform } from '../support/connections.js';
import { engines } from '../support/engines.js';
import { untilWaiting } from '../support/locks.js';
import { type SeededProgram, seedProgram } from '../support/seed.js';

const never = new AbortController().signal;
/** Longer than anything in these tests is old. */
const LONG_WINDOW_DAYS = 3650;

const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

/** When the month so many before this one begins. */
function monthStart(back: number): number {
  const now = new Date();
  return Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back, 1);
}

const middleOf = (back: number) => monthStart(back) + 14 * DAY_MS;
const nameOf = (back: number) => new Date(monthStart(back)).toISOString().slice(0, 7);

interface Kept {
  readonly books: Books;
  readonly pool: Pool;
  readonly program: SeededProgram;
  /** Of each month by how long ago it was, the click that became a customer. */
  readonly clickIds: readonly string[];
}

/** Two clicks in each of the last seven months, of which one became a customer, with or without partitions for them. */
async function keepMonths(
  engine: (typeof engines)[number],
  { windowDays, hasPartitions }: { windowDays: number; hasPartitions: boolean },
): Promise<Kept> {
  const books = await openBooks(engine);
  closers.push(() => books.close());
  const { pool } = books;
  await ensureClickPartitions(pool, { fromMs: hasPartitions ? monthStart(6) : Date.now() });
  const program = await seedProgram(pool, { cookieWindowDays: LONG_WINDOW_DAYS });
  const clickIds: string[] = [];
  for (let back = 0; back <= 6; back++) {
    const atMs = back === 0 ? Date.now() : middleOf(back);
    const clickId = await books.click(program, { atMs });
    await books.click(program, { atMs });
    await books.lead(program, { clickId });
    clickIds.push(clickId);
  }
  await setWindow(pool, program, windowDays);
  return { books, pool, program, clickIds };
}

async function setWindow(pool: Pool, { programId }: SeededProgram, days: number): Promise<void> {
  await pool.query('update programs set cookie_window_days = $2 where id = $1', [programId, days]);
}

async function remove(pool: Pool, keepMonths: number) {
  const months: string[] = [];
  const onRemoved = (month: string) => void months.push(month);
  const result = await removeOldClicks(pool, { keepMonths, signal: never, onRemoved });
  expect(result.removed).toBe(months.length);
  return { months, isPostponed: result.isPostponed };
}

/** The months that have clicks, by how long ago they were. */
async function monthsWithClicks(pool: Pool): Promise<number[]> {
  const { rows } = await pool.query<{ clicked_ms: number }>('select clicked_ms from clicks');
  const names = new Set(rows.map(({ clicked_ms }) => new Date(clicked_ms).toISOString().slice(0, 7)));
  return [0, 1, 2, 3, 4, 5, 6].filter((back) => names.has(nameOf(back)));
}

const readTotals = async (pool: Pool) =>
  (await pool.query('select * from daily_totals order by day, partner_id, link_id, slot')).rows;

const differencesIn = async (pool: Pool) => (await verifyBooks(pool)).differences;

/** What a lead that names a new customer and a click is answered. */
async function leadAnswer({ books, program }: Kept, clickId: string, customerKey: string | null) {
  const outcome = await books.tracking.submit({
    kind: 'lead',
    code: null,
    occurredAtMs: null,
    caller: { mode: 'server', programId: program.programId, workspaceId: program.workspaceId },
    clickId,
    customerKey,
    email: null,
    programId: null,
    testMode: false,
    additionalData: null,
    atMs: Date.now(),
  });
  return { ...outcome, customerKey: null };
}

describe.each(engines)('old clicks on %s', (engine) => {
  test.each([
    ['partitions of their own', true],
    ['the default partition', false],
  ])('go by whole months, out of %s, and nothing else changes', async (_where, hasPartitions) => {
    const { pool } = await keepMonths(engine, { windowDays: 30, hasPartitions });
    const totals = await readTotals(pool);
    expect(await differencesIn(pool)).toEqual([]);
    expect(await remove(pool, 3)).toEqual({ months: [6, 5, 4].map(nameOf), isPostponed: false });
    expect(await monthsWithClicks(pool)).toEqual([0, 1, 2, 3]);
    expect(await readTotals(pool)).toEqual(totals);
    expect(await differencesIn(pool)).toEqual([]);
    expect((await remove(pool, 3)).months).toEqual([]);
    const { rows } = await pool.query(`select from pg_class where relname = $1`, [
      `clicks_${nameOf(4).replace('-', '_')}`,
    ]);
    expect(rows).toEqual([]);
  });

  test('of a month that was removed are unknown to leads', async () => {
    const kept = await keepMonths(engine, { windowDays: 30, hasPartitions: true });
    const { books, pool, program } = kept;
    const clickId = await books.click(program, { atMs: middleOf(6) + 1 });
    await remove(pool, 3);
    // The click would be young enough now: it is unknown because it is gone.
    await setWindow(pool, program, LONG_WINDOW_DAYS);
    const unknownId = `cust_${randomInt(2 ** 47)}_${middleOf(6) + 1}`;
    for (const customerKey of [null, 'customer']) {
      const [removed, unknown] = [
        await leadAnswer(kept, clickId, customerKey && `${customerKey}-1`),
        await leadAnswer(kept, unknownId, customerKey && `${customerKey}-2`),
      ];
      expect(removed).toEqual(unknown);
      expect(removed).toMatchObject(
        customerKey === null ? { kind: 'refused' } : { kind: 'lead', attributed: false },
      );
    }
    expect(await differencesIn(pool)).toEqual([]);
  });

  test('of a customer still lead to them when their month was removed', async () => {
    const { books, pool, program, clickIds } = await keepMonths(engine, {
      windowDays: 30,
      hasPartitions: true,
    });
    await remove(pool, 3);
    const { commission } = await books.sale(program, { clickId: clickIds[6] ?? '' });
    expect(commission).toMatchObject({ amountCents: 2000 });
    expect(await differencesIn(pool)).toEqual([]);
  });

  test('stay as long as one program can still give them credit, whatever the setting says', async () => {
    const { pool } = await keepMonths(engine, { windowDays: 30, hasPartitions: true });
    const other = await seedProgram(pool, { cookieWindowDays: LONG_WINDOW_DAYS });
    expect((await remove(pool, 1)).months).toEqual([]);
    await pool.query('update programs set archived_at = now() where id = $1', [other.programId]);
    expect((await remove(pool, 1)).months).toEqual([]);
    const windowDays = 75;
    await setWindow(pool, other, windowDays);
    const creditable = [0, 1, 2, 3, 4, 5, 6].filter(
      (back) => monthStart(back - 1) + (windowDays + 1) * DAY_MS > Date.now(),
    );
    expect(creditable.length).toBeGreaterThanOrEqual(3);
    expect(creditable.length).toBeLessThan(6);
    await remove(pool, 1);
    expect(await monthsWithClicks(pool)).toEqual(creditable);
    expect(await differencesIn(pool)).toEqual([]);
  });

  test('stay 95 days longer where a payment provider reports sales late', async () => {
    const { pool, program } = await keepMonths(engine, { windowDays: 30, hasPartitions: true });
    await connectPlatform(pool, program.workspaceId, { status: 'disconnected' });
    await remove(pool, 1);
    const creditable = [0, 1, 2, 3, 4, 5, 6].filter(
      (back) => monthStart(back - 1) + (30 + 95 + 1) * DAY_MS > Date.now(),
    );
    expect(creditable.length).toBeLessThan(7);
    expect(await monthsWithClicks(pool)).toEqual(creditable);
  });

  test('of one month go as a whole, however many of them the default partition has', async () => {
    const { pool, program } = await keepMonths(engine, { windowDays: 30, hasPartitions: false });
    await pool.query(
      `insert into clicks (clicked_ms, number, program_id, enrollment_id, partner_id, link_id, test_mode, bot, affiliate_url)
       select $1::bigint + i / 3, i, $2, $3, $4, $5, false, true, 'https://a.test/' from generate_series(1, 25000) i`,
      [middleOf(5), program.programId, program.enrollmentId, program.partnerId, program.linkId],
    );
    expect((await remove(pool, 3)).months).toEqual([6, 5, 4].map(nameOf));
    expect(await monthsWithClicks(pool)).toEqual([0, 1, 2, 3]);
    expect(await differencesIn(pool)).toEqual([]);
  });

  test('are removed once by several at once', async () => {
    const { pool } = await keepMonths(engine, { windowDays: 30, hasPartitions: true });
    await pool.query('alter table clicks detach partition clicks_outside');
    await pool.query(
      `insert into clicks_outside select $1, number, program_id, enrollment_id, partner_id, link_id,
                        test_mode, bot, affiliate_url from clicks limit 1`,
      [middleOf(9)],
    );
    await pool.query('alter table clicks attach partition clicks_outside default');
    const results = await Promise.all(Array.from({ length: 5 }, () => remove(pool, 3)));
    expect(results.flatMap(({ months }) => months).toSorted()).toEqual([9, 6, 5, 4].map(nameOf));
    expect(results.filter(({ isPostponed }) => isPostponed)).toEqual([]);
    expect(await differencesIn(pool)).toEqual([]);
  });

  test('stay when the process is ending', async () => {
    const { pool } = await keepMonths(engine, { windowDays: 30, hasPartitions: true });
    const onRemoved = () => expect.unreachable();
    await removeOldClicks(pool, { keepMonths: 3, signal: AbortSignal.abort(), onRemoved });
    expect(await monthsWithClicks(pool)).toEqual([0, 1, 2, 3, 4, 5, 6]);
  });
});

describe('removing months of clicks while others use them, on postgres', () => {
  test('is put off while somebody reads them, for whom no click waits', async () => {
    const { books, pool, program } = await keepMonths('postgres', { windowDays: 30, hasPartitions: true });
    const reader = await pool.connect();
    await reader.query('begin');
    await reader.query('select count(*) from clicks');
    const removing = remove(pool, 3);
    // Clicks that come while it waits for the reader stand in line behind it.
    const clicking = Array.from({ length: 20 }, () => books.click(program));
    expect(await removing).toEqual({ months: [], isPostponed: true });
    await Promise.all(clicking);
    await reader.query('rollback');
    reader.release();
    expect((await remove(pool, 3)).months).toEqual([6, 5, 4].map(nameOf));
    expect(await differencesIn(pool)).toEqual([]);
  });

  test('fails no click and hides none that is kept', async () => {
    const { books, pool, program, clickIds } = await keepMonths('postgres', {
      windowDays: 30,
      hasPartitions: true,
    });
    const [, ms] = /_(\d+)$/.exec(clickIds[3] ?? '') ?? [];
    let isRemoved = false;
    let missed = 0;
    const useUntilRemoved = async () => {
      do {
        await books.click(program);
        const { rowCount } = await pool.query('select from clicks where clicked_ms = $1', [ms]);
        if (rowCount !== 2) missed += 1;
      } while (!isRemoved);
    };
    const using = Array.from({ length: 4 }, useUntilRemoved);
    while ((await remove(pool, 3)).isPostponed);
    isRemoved = true;
    await Promise.all(using);
    expect(missed).toBe(0);
    expect(await monthsWithClicks(pool)).toEqual([0, 1, 2, 3]);
    expect(await differencesIn(pool)).toEqual([]);
  });

  test('takes nothing away from a verify that has begun', async () => {
    const { pool } = await keepMonths('postgres', { windowDays: 30, hasPartitions: true });
    const holder = await pool.connect();
    // A verify that hangs would keep the database from being closed.
    closers.push(async () => holder.release(true));
    await holder.query('begin');
    await holder.query('lock table enrollments in access exclusive mode');
    const verifying = differencesIn(pool);
    // It has its snapshot, and has not yet read any click.
    await untilWaiting(pool, 1);
    expect(await remove(pool, 3)).toEqual({ months: [], isPostponed: true });
    await holder.query('rollback');
    expect(await verifying).toEqual([]);
    expect((await remove(pool, 3)).months).toEqual([6, 5, 4].map(nameOf));
  });
});
