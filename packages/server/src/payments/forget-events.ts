import type { Pool } from 'pg';
import { EVENT_WORK } from './event-row.js';

// Events received before a time, `e`, of which nothing is to be done any more and whose body is still there, with their outcome, `o`.
// A replay at the same moment has changed its status, so statements that change rows check it again.
const OLD = `select e.id from processor_events e join processor_outcomes o on o.id = e.id
              where e.received_at < to_timestamp($1::float8 / 1000) and e.body <> ''
                and not exists (select 1 from work_items w where w.kind = '${EVENT_WORK}' and w.key = e.id)`;
const HAS_SALE = `exists (select 1 from sale_references n
                           where n.reference = any(o.payment_references) and n.workspace_id = o.workspace_id)`;

/**
 * Deletes what is no longer needed: ignored events received before a time, bodies of processed ones (their ids stay, so
 * that none counts twice), and payments last reported before it whose sale never came; events that waited for one of those
 * are ignored from then on. At most `limit` of each; returns how many.
 */
export async function forgetEvents(pool: Pool, beforeMs: number, limit: number): Promise<number> {
  const before = 'to_timestamp($1::float8 / 1000)';
  const given = await pool.query(
    `update processor_outcomes set status = 'ignored', settled_at = now(),
            reason_code = 'sale_never_came', reason_parameters = '{}'
      where status = 'waiting'
        and id = any (array(${OLD} and o.status = 'waiting' and not ${HAS_SALE} order by e.id limit $2))`,
    [beforeMs, limit],
  );
  const events = await pool.query(
    `with gone as (delete from processor_outcomes where status = 'ignored' and id = any (array(
                     ${OLD} and o.status = 'ignored' and o.settled_at < ${before} order by e.id limit $2))
                   returning id)
     delete from processor_events e using gone where e.id = gone.id`,
    [beforeMs, limit],
  );
  const bodies = await pool.query(
    `update processor_events set body = '' where id = any (array(
       ${OLD} and (o.status = 'processed' or o.status = 'waiting' and ${HAS_SALE}) order by e.id limit $2))`,
    [beforeMs, limit],
  );
  const payments = await pool.query(
    `with gone as (select id from payments where sale_id is null and reported_at < ${before} order by id limit $2
                      for update skip locked),
          removed_references as (delete from payment_references where payment_id in (select id from gone)),
          removed_adjustments as (delete from payment_adjustments where payment_id in (select id from gone))
     delete from payments where id in (select id from gone)`,
    [beforeMs, limit],
  );
  return Math.max(...[given, events, bodies, payments].map(({ rowCount }) => rowCount ?? 0));
}
