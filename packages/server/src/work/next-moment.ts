import type { Pool } from 'pg';
import { EVENT_WORK } from '../payments/event-row.js';

/** What becomes due at a time that is stored; `$1` and `$2` are the time and how far to look, in epoch milliseconds. */
const MOMENTS = `
  with span as (select to_timestamp($1::float8 / 1000) as since, to_timestamp($2::float8 / 1000) as until)
  select ceil(extract(epoch from min(moment)) * 1000)::float8 as next_ms
    from span cross join lateral (
      select min(payable_at) as moment from commissions where status = 'pending' and payable_at > since
      union all
      select min(payable_at) from adjustments where status = 'pending' and payable_at > since
      union all
      select min(next_attempt_at) from webhook_deliveries where status = 'pending' and next_attempt_at > since
      union all
      select min(due_at) from work_items where kind = '${EVENT_WORK}' and due_at > since
      union all
      select date_trunc('month', since at time zone 'UTC') at time zone 'UTC' + interval '1 month') moments
   where moment > since and moment <= until`;

/**
 * When, after `nowMs`, something next happens by itself, not later than `untilMs`; null: nothing does. In between, jobs that run every
 * few seconds would find nothing to do, so a simulation leaves those runs out. The first moment of each month is one in any case,
 * for the partitions of clicks and for what is removed by its age.
 */
export async function nextMoment(
  pool: Pool,
  { nowMs, untilMs }: { readonly nowMs: number; readonly untilMs: number },
): Promise<number | null> {
  const { rows } = await pool.query<{ next_ms: number | null }>(MOMENTS, [nowMs, untilMs]);
  return rows[0]?.next_ms ?? null;
}
