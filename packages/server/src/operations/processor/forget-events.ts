import type { Pool } from 'pg';

const OLD = `received_at < to_timestamp($1::bigint / 1000.0) and next_attempt_at is null and body <> ''`;
const HAS_SALE = 'exists (select 1 from sale_references n where n.reference = any(payment_names))';

/**
 * Forgets what nobody needs any more: ignored events received before a time, what those said that had their effect
 * (their ids stay, so that none counts twice), and payments told of before it whose sale never came; events that waited for one of those are
 * ignored from then on. At most `limit` of each; gives how many.
 */
export async function forgetEvents(pool: Pool, beforeMs: number, limit: number): Promise<number> {
  const before = 'to_timestamp($1::bigint / 1000.0)';
  const given = await pool.query(
    `update processor_events set status = 'ignored', settled_at = now(),
            reason = 'No sale of this payment was recorded in all the time it was waited for.'
      where id = any (array(select id from processor_events where status = 'waiting' and ${OLD} and not ${HAS_SALE}
                             order by id limit $2))`,
    [beforeMs, limit],
  );
  const events = await pool.query(
    `delete from processor_events where id = any (array(
       select id from processor_events where status = 'ignored' and ${OLD} and
              coalesce(settled_at, received_at) < ${before} order by id limit $2))`,
    [beforeMs, limit],
  );
  const bodies = await pool.query(
    `update processor_events set body = '' where id = any (array(
       select id from processor_events
        where ${OLD} and (status = 'processed' or status = 'waiting' and ${HAS_SALE}) order by id limit $2))`,
    [beforeMs, limit],
  );
  const payments = await pool.query(
    `with gone as (select id from payments where sale_id is null and created_at < ${before} order by id limit $2
                      for update skip locked),
          names as (delete from payment_references where payment_id in (select id from gone)),
          notices as (delete from payment_notices where payment_id in (select id from gone))
     delete from payments where id in (select id from gone)`,
    [beforeMs, limit],
  );
  return Math.max(...[given, events, bodies, payments].map(({ rowCount }) => rowCount ?? 0));
}
