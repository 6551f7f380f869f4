import { type Check, reportRows, sentences } from './check.js';

/**
 * What sales say clauses and limits were decided by: how many paying customers the partner had brought, and what the customer
 * could still earn the partner. Contract 2 sections 7.1 (verify) and 13.
 */
export async function verifyRuleFacts(check: Check): Promise<void> {
  await verifyPartnerCustomers(check);
  await verifyCustomerLeft(check);
}

/** What is older than the two readings of the clock on sales, or recorded without the lock, may be this much off. */
const SLACK = `interval '10 minutes'`;

const DECIDED = `
  select s.*, coalesce(s.decided_from, s.recorded_at - ${SLACK}) as from_at,
         coalesce(s.decided_until, s.recorded_at + ${SLACK}) as until_at
    from sales s`;

/**
 * Sales of customers who were assigned with their sales are no longer those that were counted, so they prove nothing here.
 *
 * A sale counted at least the first sales that were there when it began to be decided, and at most those that had begun by the
 * time it was written. Sales by a rule that asks take turns; the others commit when they like.
 */
async function verifyPartnerCustomers(check: Check): Promise<void> {
  await reportRows(
    check,
    'sales',
    `with decided as not materialized (${DECIDED}),
          firsts as materialized (
            select f.enrollment_id, array_agg(f.from_at order by f.from_at) as begun,
                   array_agg(f.surely_at order by f.surely_at) as done
              from (select d.enrollment_id, d.from_at,
                           d.until_at + case when d.partner_customers is null then ${SLACK} else interval '0' end as surely_at
                      from customers c join decided d on d.id = c.first_sale_id) f
             group by f.enrollment_id)
     select s.id, found.what
       from decided s
       left join customers c on c.id = s.customer_id
       left join firsts on firsts.enrollment_id = s.enrollment_id
       left join commission_rules r on r.id = s.rule_id
      cross join lateral (select max((x.clause -> 'when' ->> 'min_customers')::integer) as asked
                            from jsonb_array_elements(r.clauses) as x (clause)) a
      cross join lateral (
        select least(a.asked, coalesce(width_bucket(s.from_at - interval '1 microsecond', firsts.done), 0)) as least_count,
               least(a.asked, coalesce(width_bucket(s.until_at, firsts.begun), 0)
                              - case when c.first_sale_id = s.id then 1 else 0 end) as most_count) counted
       ${sentences(
         [
           's.partner_customers is null and a.asked is not null and not s.test_mode',
           `'it does not say how many customers the partner had brought, which its rule asks for'`,
         ],
         [
           's.partner_customers is not null and a.asked is null',
           `'it says how many customers the partner had brought, which its rule does not ask for'`,
         ],
         [
           `s.partner_customers not between counted.least_count and counted.most_count
              and not exists (select 1 from credit_changes h
                               where h.moves_sales and s.enrollment_id in (h.from_enrollment_id, h.to_enrollment_id))`,
           `format('it counted %s customers of relationship %s; there were at least %s and at most %s', s.partner_customers,
                   s.enrollment_id, counted.least_count, counted.most_count)`,
         ],
       )} order by s.id`,
  );
}

/** Sales of one customer take turns, so what was left follows from what the earlier ones earned. */
async function verifyCustomerLeft(check: Check): Promise<void> {
  await reportRows(
    check,
    'sales',
    `with decided as not materialized (${DECIDED})
     select s.id, found.what
       from decided s
       join commission_rules r on r.id = s.rule_id and (r.max_total_cents is not null or s.customer_left_cents is not null)
       left join commissions k on k.sale_id = s.id and k.reassigned_at is null
      cross join lateral (
        select min(greatest(0, r.max_total_cents - coalesce(
                 (select sum(coalesce(e.original_cents, o.missing_cents))
                    from decided o left join commissions e on e.sale_id = o.id
                   where o.customer_id = s.customer_id and o.commission_state <> 'none'
                     and coalesce(e.enrollment_id, o.enrollment_id) = s.enrollment_id
                     and coalesce(e.currency, o.missing_currency) = possible.currency
                     and (o.until_at, o.id) < (s.until_at, s.id)), 0))) as cents
          from (values (coalesce(k.currency, s.currency)), (coalesce(k.currency, s.program_currency))) as possible (currency)
        ) remaining
       ${sentences(
         [
           `s.customer_left_cents is null and r.max_total_cents is not null and s.commission_state = 'earned'`,
           `'it does not say what the customer could still earn the partner, which its rule limits'`,
         ],
         [
           's.customer_left_cents is not null and r.max_total_cents is null',
           `'it says what the customer could still earn the partner, which its rule does not limit'`,
         ],
         [
           `s.customer_left_cents <> remaining.cents and s.commission_state <> 'missing'
              and not exists (select 1 from credit_changes h where h.moves_sales and h.customer_id = s.customer_id)`,
           `format('it says that the customer could still earn the partner %s; it was %s', s.customer_left_cents,
                   remaining.cents)`,
         ],
       )} order by s.id`,
  );
}
