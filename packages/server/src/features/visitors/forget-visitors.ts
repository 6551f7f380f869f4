import type { Pool } from 'pg';

/** Clicks wait on the embedded engine while so many rows go. */
const ROWS_AT_ONCE = 1_000;

/**
 * Removes the keys of days that are over (UTC), and who clicked on which link. The latter stay one day longer, so that a process that still
 * writes the last clicks of a day counts nobody twice; without the key, nobody can tell who they were. Gives how many rows there were.
 */
export async function forgetVisitors(pool: Pool): Promise<number> {
  const today = `(now() at time zone 'UTC')::date`;
  const keys = await pool.query(`delete from visitor_keys where day < ${today}`);
  let removed = keys.rowCount ?? 0;
  for (let last = ROWS_AT_ONCE; last === ROWS_AT_ONCE; removed += last) {
    const visitors = await pool.query(
      `delete from daily_visitors where ctid = any(array(
         select ctid from daily_visitors where day < ${today} - 1 limit ${ROWS_AT_ONCE}))`,
    );
    last = visitors.rowCount ?? 0;
  }
  return removed;
}
