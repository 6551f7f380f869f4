import type { Pool } from 'pg';
import { withTransaction } from '../../database/transaction.js';

/** The slot of daily_totals that only this operation writes, so that it never waits for a busy pipeline's rows. */
const TOTALS_SLOT = -2;

/**
 * Moves increments that could not be added at once into the totals per day, at most `limit` rows, each exactly once:
 * one statement deletes and adds. Resolves to how many were moved; as many as `limit` means that there may be more.
 */
export async function addMissedTotals(
  pool: Pool,
  { limit = 5000 }: { readonly limit?: number } = {},
): Promise<number> {
  return withTransaction(pool, async (client) => {
    const { rows } = await client.query<{ moved: number }>(
      `with moved as (
         delete from missed_totals
          where id in (select id from missed_totals order by id limit $1 for update skip locked)
         returning *
       ), added as (
         insert into daily_totals as t (program_id, day, partner_id, link_id, currency, slot, clicks, leads, customers,
                                        sales, revenue_cents, refunded_cents, commission_cents, reversed_cents)
         select program_id, day, partner_id, link_id, currency, $2::smallint, sum(clicks), sum(leads), sum(customers),
                sum(sales), sum(revenue_cents), sum(refunded_cents), sum(commission_cents), sum(reversed_cents)
           from moved
          group by program_id, day, partner_id, link_id, currency
          order by program_id, day, partner_id, link_id, currency
         on conflict (program_id, day, partner_id, link_id, currency, slot) do update
            set clicks = t.clicks + excluded.clicks, leads = t.leads + excluded.leads,
                customers = t.customers + excluded.customers, sales = t.sales + excluded.sales,
                revenue_cents = t.revenue_cents + excluded.revenue_cents,
                refunded_cents = t.refunded_cents + excluded.refunded_cents,
                commission_cents = t.commission_cents + excluded.commission_cents,
                reversed_cents = t.reversed_cents + excluded.reversed_cents
       )
       select count(*) as moved from moved`,
      [limit, TOTALS_SLOT],
    );
    return rows[0]?.moved ?? 0;
  });
}
