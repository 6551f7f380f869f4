-- A customer's first-sale date is that of the earliest sale that is known, whenever it was recorded. Sales that were decided before an
-- earlier one became known keep the date that was known to them (`sales.first_sale_at`), so that what they earned stays explained.
alter table sales add column first_sale_at timestamptz;

create temporary table earlier_sales on commit drop as
  select c.id as customer_id, c.first_sale_at as known_at, min(s.occurred_at) as first_at
    from customers c join sales s on s.customer_id = c.id and not s.test_mode
   where c.first_sale_at is not null
   group by c.id, c.first_sale_at having min(s.occurred_at) < c.first_sale_at;

update sales s set first_sale_at = e.known_at from earlier_sales e where s.customer_id = e.customer_id and not s.test_mode;
update customers c set first_sale_at = e.first_at from earlier_sales e where c.id = e.customer_id;
