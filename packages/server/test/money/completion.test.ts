import { pino } from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createCompletion } from '../../src/jobs/completion.js';
import { saleOf } from '../support/commands.js';
import { seedProgram, uniqueName } from '../support/seed.js';
import { type Books, openBooks } from './books.js';

/** As many as are completed at once. */
const MANY = 200;

let books: Books;
beforeEach(async () => {
  books = await openBooks('postgres');
});
afterEach(() => books.close());

test('completing leaves sales that others have to them, and comes to an end', async () => {
  const { pool, tracking } = books;
  const program = await seedProgram(pool);
  const customerKey = await books.lead(program, { clickId: await books.click(program) });
  books.failAt = 'money';
  const sales = Array.from({ length: MANY }, () =>
    saleOf(program, { customerKey, transactionId: uniqueName('txn') }),
  );
  await Promise.all(sales.map((sale) => tracking.submit(sale)));
  books.failAt = null;
  const complete = createCompletion({ pool, ids: tracking.ids, logger: pino({ level: 'silent' }) });
  const { signal } = new AbortController();
  const other = await pool.connect();
  try {
    await other.query('begin');
    await other.query('select from sales for update');
    expect(await complete(signal)).toEqual({ completed: 0, failed: 0 });
  } finally {
    await other.query('rollback');
    other.release();
  }
  expect(await complete(signal)).toEqual({ completed: MANY, failed: 0 });
});
