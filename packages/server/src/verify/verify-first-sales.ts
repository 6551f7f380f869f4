import { type Check, reportRows } from './check.js';

/**
 * Sales were decided by the earliest sale of their customer that was recorded until then. Sales from before dates were kept count from
 * the sale that was recorded first, and what an assignment decided anew knew all sales of the customer.
 */
export async function verifyFirstSales(check: Check): Promise<void> {
  await reportRows(
    check,
    'sales',
    `with dated as materialized (
       select c.id as customer_id, c.first_sale_at, f.occurred_at as recorded_first_at,
              exists (select 1 from credit_changes h where h.customer_id = c.id and h.moves_sales) as is_moved
         from customers c join sales f on f.id = c.first_sale_id
        where f.occurred_at <> c.first_sale_at
           or c.id in (select s.customer_id from sales s where s.first_sale_at is not null)),
     known as (
       select s.id, d.customer_id, d.recorded_first_at, d.is_moved, coalesce(s.first_sale_at, d.first_sale_at) as said_at,
              min(s.occurred_at) over (partition by s.customer_id order by coalesce(s.decided_until, s.recorded_at), s.id) as known_at
         from dated d join sales s on s.customer_id = d.customer_id and not s.test_mode)
     select k.id, format('it was decided by a first sale at %s; the earliest sale of its customer known then was at %s',
                         k.said_at, k.known_at) as what
       from known k
      where k.said_at not in (k.known_at, k.recorded_first_at)
        and not (k.is_moved and exists (select 1 from sales o where o.customer_id = k.customer_id and not o.test_mode
                                                                and o.occurred_at = k.said_at))
      order by k.id`,
  );
}
