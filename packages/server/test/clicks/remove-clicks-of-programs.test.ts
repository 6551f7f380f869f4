import type { Pool } from 'pg';
import { describe, expect, test } from 'vitest';
import { removeClicksOfPrograms } from '../../src/features/clicks/remove-clicks-of-programs.js';
import { verifyBooks } from '../../src/verify/verify.js';
import { DAY_MS, openBooks } from '../support/books.js';
import { engines } from '../support/engines.js';
import { type SeededProgram, seedProgram } from '../support/seed.js';
import { sharedAndVerified } from '../support/shared.js';

const never = new AbortController().signal;

/** The middle of the month so many before this one. */
function middleOf(back: number): number {
  const now = new Date();
  return Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back, 15);
}

async function clicksOf(pool: Pool, { programId }: SeededProgram): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(
    'select count(*) as count from clicks where program_id = $1',
    [programId],
  );
  return rows[0]?.count ?? 0;
}

const keepFor = (pool: Pool, { programId }: SeededProgram, months: number | null, windowDays = 30) =>
  pool.query('update programs set click_retention_months = $2, cookie_window_days = $3 where id = $1', [
    programId,
    months,
    windowDays,
  ]);

describe.each(engines)('clicks that a program does not keep, on %s', (engine) => {
  const books = sharedAndVerified(() => openBooks(engine));

  /** Two clicks in each of the last seven months; the first of each brought a customer who bought. */
  async function openMonths() {
    const program = await seedProgram(books.pool, { cookieWindowDays: 3650 });
    for (let back = 0; back <= 6; back++) {
      const atMs = back === 0 ? Date.now() : middleOf(back);
      const clickId = await books.click(program, { atMs });
      await books.click(program, { atMs });
      await books.lead(program, { clickId });
    }
    return program;
  }

  test('are removed once, a program at a time, and not those that customers came with', async () => {
    const { pool } = books;
    const [kept, other] = [await openMonths(), await openMonths()];
    await keepFor(pool, kept, 3);
    expect(await removeClicksOfPrograms(pool, { signal: never, atOnce: 3 })).toBe(3);
    expect([await clicksOf(pool, kept), await clicksOf(pool, other)]).toEqual([11, 14]);
    expect(await removeClicksOfPrograms(pool, { signal: never })).toBe(0);
    expect((await verifyBooks(pool)).differences).toEqual([]);
    const { rows } = await pool.query(
      'select count(*) as lost from customers c where program_id = $1 and not exists (select 1 from clicks k where k.clicked_ms = c.click_ms and k.number = c.click_number)',
      [kept.programId],
    );
    expect(rows[0]?.lost).toBe(0);
    await keepFor(pool, kept, 1);
    expect(await removeClicksOfPrograms(pool, { signal: never })).toBe(2);
    await keepFor(pool, kept, null);
    expect(await removeClicksOfPrograms(pool, { signal: never })).toBe(0);
  });

  test('stay while they can still earn a commission', async () => {
    const program = await openMonths();
    await keepFor(books.pool, program, 1, 3650);
    expect(await removeClicksOfPrograms(books.pool, { signal: never })).toBe(0);
    expect(await clicksOf(books.pool, program)).toBe(14);
    await keepFor(books.pool, program, null);
  });

  test('are removed by the next run when one was interrupted, and the books are right in between', async () => {
    const { pool } = books;
    const program = await openMonths();
    await keepFor(pool, program, 2);
    let looks = 0;
    const signal = {
      get aborted() {
        return ++looks > 1;
      },
    } as AbortSignal;
    expect(await removeClicksOfPrograms(pool, { signal, atOnce: 4 })).toBe(2);
    expect((await verifyBooks(pool)).differences).toEqual([]);
    expect(await removeClicksOfPrograms(pool, { signal: never, atOnce: 4 })).toBe(2);
    expect(await clicksOf(pool, program)).toBe(10);
    await keepFor(pool, program, null);
  });

  test('that were removed by hand are named as before, where the program keeps clicks of that month', async () => {
    const { pool } = books;
    const program = await seedProgram(pool);
    await books.click(program, { atMs: Date.now() - DAY_MS });
    await keepFor(pool, program, 1);
    await removeClicksOfPrograms(pool, { signal: never });
    const { rows } = await pool.query<{ clicked_ms: number }>(
      'delete from clicks where program_id = $1 returning *',
      [program.programId],
    );
    const { differences } = await verifyBooks(pool);
    expect(differences).toContainEqual(
      expect.objectContaining({
        table: 'daily_totals',
        id: expect.stringContaining(`program ${program.programId},`),
      }),
    );
    const [click] = rows;
    const columns = Object.keys(click ?? {});
    await pool.query(
      `insert into clicks (${columns.join(', ')}) select ${columns.join(', ')} from json_populate_record(null::clicks, $1)`,
      [JSON.stringify(click)],
    );
    await keepFor(pool, program, null);
  });
});
