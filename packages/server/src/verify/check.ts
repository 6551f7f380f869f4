import type { ClientBase } from 'pg';
import type { ClickMonths } from './click-months.js';

/** One thing that is not as the events say. `id` is the row's key in `table`. */
export interface Difference {
  readonly table: string;
  readonly id: number | string;
  readonly what: string;
}

/** What every check works with: one consistent snapshot, and where to put what it finds. */
export interface Check {
  readonly client: ClientBase;
  readonly clickMonths: ClickMonths;
  /** Rows held in memory at a time. */
  readonly chunkSize: number;
  /** Differences that are kept; of more only the fact is reported. */
  readonly maxDifferences: number;
  report(difference: Difference): void;
  /** Says how many rows of a table a check has read so far, where it reads them chunk by chunk. */
  onRowsRead(table: string, rows: number): void;
}

/**
 * Reports what a query finds: rows of `id` and `what`, in an order that it gives itself. The query compares whole
 * tables inside the database, so only differences come out of it.
 */
export async function reportRows(check: Check, table: string, query: string): Promise<void> {
  const { rows } = await check.client.query<{ id: number | string; what: string }>(
    `${query} limit ${check.maxDifferences + 1}`,
  );
  for (const { id, what } of rows) check.report({ table, id, what });
}

/**
 * Ends a query with what is wrong about its rows: one row of `found.what` per condition that holds. Rows for which none
 * holds, which is nearly all of them, are sorted out before any sentence is put together.
 */
export function sentences(
  ...conditions: readonly (readonly [condition: string, sentence: string])[]
): string {
  const cases = conditions.map(([condition, sentence]) => `(case when ${condition} then ${sentence} end)`);
  const isWrong = conditions.map(([condition]) => `(${condition})`).join(' or ');
  return `cross join lateral (values ${cases.join(', ')}) as found (what)
          where (${isWrong}) and found.what is not null`;
}
