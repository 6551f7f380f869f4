import { reversals } from './reversals.js';

/** The UTC day of a timestamp. */
const daySql = (timestamp: string) => `(${timestamp} at time zone 'UTC')::date`;

const LEAD = `d.program_id = $1 and not d.test_mode and d.credit_code_id = $CODE`;
const OWNER = `(select c.partner_id from codes c where c.id = $CODE)`;
const SALE = `s.program_id = $1 and s.partner_id = ${OWNER} and not s.test_mode and s.credit_code_id = $CODE`;
/** Movements of the commissions of its sales and leads, found from these: a program has many more. */
const OF_CODE = `v.commission_id in (select k.id from sales s join commissions k on k.sale_id = s.id where ${SALE}
    union all select k.id from leads d join commissions k on k.lead_id = d.id where ${LEAD})`;

/**
 * SQL that counts what a code brought, as `keptTotals` has it of links: daily totals have no code in their key. Which event counts on
 * which day is as `verify` recounts it. $1 is the program; `code` names the parameter of the code.
 */
export function codeTotals(code: `$${number}`, condition: string): string {
  return `select day, partner_id, link_id, currency, clicks, leads, customers, sales, revenue_cents, refunded_cents, commission_cents, reversed_cents
            from (${EVENTS.replaceAll('$CODE', `${code}::bigint`)}) counted where ${condition}`;
}

const EVENTS = `
  select d.program_id, ${daySql('d.occurred_at')} as day, coalesce(d.partner_id, 0) as partner_id, coalesce(d.link_id, 0) as link_id,
         (select g.currency from programs g where g.id = $1) as currency, 0 as clicks, 1 as leads, 0 as customers, 0 as sales,
         0::numeric as revenue_cents, 0::numeric as refunded_cents, 0::numeric as commission_cents, 0::numeric as reversed_cents
    from leads d where ${LEAD}
  union all
  select s.program_id, ${daySql('s.recorded_at')}, s.partner_id, coalesce(s.link_id, 0), s.currency,
         0, 0, case when c.id is null then 0 else 1 end, 1, s.amount_cents, 0, 0, 0
    from sales s left join customers c on c.id = s.customer_id and c.first_sale_id = s.id where ${SALE}
  union all
  select s.program_id, ${daySql('f.occurred_at')}, s.partner_id, coalesce(s.link_id, 0), s.currency, 0, 0, 0, 0, 0, f.amount_cents, 0, 0
    from refunds f join sales s on s.id = f.sale_id where ${SALE}
  union all
  select s.program_id, ${daySql('s.recorded_at')}, m.partner_id, coalesce(s.link_id, 0), m.currency, 0, 0, 0, 0, 0, 0, m.original_cents, 0
    from commissions m join sales s on s.id = m.sale_id where ${SALE} and m.reassigned_at is null
  union all
  select d.program_id, ${daySql('d.occurred_at')}, m.partner_id, coalesce(d.link_id, 0), m.currency, 0, 0, 0, 0, 0, 0, m.original_cents, 0
    from commissions m join leads d on d.id = m.lead_id where ${LEAD}
  union all
  select r.program_id, ${daySql('r.occurred_at')}, r.partner_id, coalesce(s.link_id, d.link_id, 0), r.currency, 0, 0, 0, 0, 0, 0, 0, r.cents
    from (${reversals(OF_CODE)}) r left join sales s on s.id = r.sale_id left join leads d on d.id = r.lead_id`;
