import type { Pool } from 'pg';
import { ADD_TO_BREAKDOWN, BREAKDOWN_KEY as KEY, BREAKDOWN_SUMS as SUMS } from './breakdown-columns.js';

/** The slot of daily_breakdown that only this operation writes, so that it never waits for a busy pipeline's rows. */
const BREAKDOWN_SLOT = -2;

/**
 * Moves increments that could not be added at once into the totals by dimension, at most `limit` rows, each exactly once: one
 * statement deletes and adds. Resolves to how many were moved; as many as `limit` means that there may be more.
 */
export async function addMissedBreakdown(
  pool: Pool,
  { limit = 5000 }: { readonly limit?: number } = {},
): Promise<number> {
  const { rows } = await pool.query<{ moved: number }>(
    `with moved as (
       delete from missed_breakdown
        where id in (select id from missed_breakdown order by id limit $1 for update skip locked)
       returning *
     ), added as (
       insert into daily_breakdown as t (${KEY}, slot, ${SUMS.join(', ')})
       select ${KEY}, $2::smallint, ${SUMS.map((name) => `sum(${name})`).join(', ')} from moved group by ${KEY} order by ${KEY}
       ${ADD_TO_BREAKDOWN}
     )
     select count(*) as moved from moved`,
    [limit, BREAKDOWN_SLOT],
  );
  return rows[0]?.moved ?? 0;
}
