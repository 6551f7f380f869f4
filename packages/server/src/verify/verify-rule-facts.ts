import { type Check, reportRows, sentences } from './check.js';

/**
 * What sales say clauses and limits were decided by: how many paying customers the partner had brought, and what the customer
 * could still earn the partner. Contract 2 sections 7.1 (verify) and 13.
 */
export async function verifyRuleFacts(check: Check): Promise<void> {
  await verifyPartnerCustomers(check);
  await verifyCustomerLeft(check);
  await verifyLimits(check);
}

/** What is older than the two readings of the clock on sales, or recorded without the lock, may be this much off. */
const SLACK = `interval '10 minutes'`;

const DECIDED = `
  select s.*, coalesce(s.decided_from, s.recorded_at - ${SLACK}) as from_at,
         coalesce(s.decided_until, s.recorded_at + ${SLACK}) as until_at
    from sales s`;

/**
 * First sales of customers who were assigned to or from the partner with their sales may have counted or not, but for those that stay
 * with the partner of their code.
 *
 * A sale counted at least the first sales that were there when it began to be decided, and at most those that had begun by the
 * time it was written. Sales by a rule that asks take turns; the others commit when they like.
 */
async function verifyPartnerCustomers(check: Check): Promise<void> {
  await reportRows(
    check,
    'sales',
    `with decided as not materialized (${DECIDED}),
          moved as materialized (
            select h.customer_id, array_agg(distinct e.id) as enrollment_ids
              from credit_changes h cross join lateral (values (h.from_enrollment_id), (h.to_enrollment_id)) e (id)
             where h.moves_sales and e.id is not null group by h.customer_id),
          firsts as materialized (
            select f.enrollment_id, array_agg(f.from_at order by f.from_at) as begun,
                   array_agg(f.surely_at order by f.surely_at) as done
              from (select coalesce(m.id, d.enrollment_id) as enrollment_id, d.from_at,
                           case when m.id is not null then 'infinity'
                                else d.until_at + case when d.partner_customers is null then ${SLACK} else interval '0' end
                           end as surely_at
                      from customers c join decided d on d.id = c.first_sale_id
                      left join (select customer_id, unnest(enrollment_ids) as id from moved) m
                        on m.customer_id = c.id
                       and not (d.code_result is not distinct from 'preferred' and d.credit_code_id is not null)) f
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
           's.partner_customers not between counted.least_count and counted.most_count',
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

/**
 * What a customer has earned a partner by rules with limits comes to no more than the largest of these limits, however it was earned:
 * also of customers who were assigned with their sales. Only that leaves less of a commission than was earned.
 */
async function verifyLimits(check: Check): Promise<void> {
  await reportRows(
    check,
    'customers',
    `select s.customer_id as id,
            format('it has earned relationship %s %s %s by rules that allow %s', k.enrollment_id,
                   sum(coalesce(k.capped_cents, k.original_cents)), k.currency, max((k.reason ->> 'maxTotalCents')::numeric)) as what
       from commissions k join sales s on s.id = k.sale_id
      where k.reassigned_at is null and k.reason ->> 'maxTotalCents' is not null
      group by s.customer_id, k.enrollment_id, k.currency
     having sum(coalesce(k.capped_cents, k.original_cents)) > max((k.reason ->> 'maxTotalCents')::numeric)
      order by 1`,
  );
  await reportRows(
    check,
    'commissions',
    `select k.id, format('only %s of it counts, and no limit of its rule and no assignment explains that', k.capped_cents) as what
       from commissions k
      where k.capped_cents is not null
        and not (k.reason ->> 'maxTotalCents' is not null
                 and exists (select 1 from ledger_movements m where m.commission_id = k.id and m.kind = 'reassign'))
      order by k.id`,
  );
}
