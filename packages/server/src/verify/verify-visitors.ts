import { type Check, reportRows, sentences } from './check.js';
import { isNamedClick } from './is-named-click.js';
import { verifyCreditChanges } from './verify-credit-changes.js';

/** Clicks, customers and leads agree with each other and with links, relationships and programs. */
export async function verifyVisitors(check: Check): Promise<void> {
  await verifyClicks(check);
  await verifyCustomers(check);
  await verifyLeads(check);
  await verifyCreditChanges(check);
}

/**
 * Clicks are compared as combinations with one example each: there are few combinations however many clicks. A link may
 * be given to another partner later, so a click only has to be of the workspace of its link; whom it credits for good is
 * its relationship.
 */
async function verifyClicks(check: Check): Promise<void> {
  await reportRows(
    check,
    'clicks',
    `select format('cust_%s_%s', k.first[2], k.first[1]) as id, found.what
       from (select program_id, enrollment_id, partner_id, link_id, count(*) as clicks,
                    min(array[clicked_ms, number]) as first
               from clicks group by program_id, enrollment_id, partner_id, link_id) k
       left join programs p on p.id = k.program_id
       left join links l on l.id = k.link_id
       left join enrollments e on e.id = k.enrollment_id
       ${sentences(
         [
           'p.id is null',
           "format('%s clicks like this one say program %s, which does not exist', k.clicks, k.program_id)",
         ],
         [
           'l.id is null',
           "format('%s clicks like this one say link %s, which does not exist', k.clicks, k.link_id)",
         ],
         [
           'l.workspace_id <> p.workspace_id',
           `format('%s clicks like this one are of program %s in workspace %s, their link %s is of workspace %s', k.clicks,
                   k.program_id, p.workspace_id, l.id, l.workspace_id)`,
         ],
         [
           'e.id is null or e.program_id <> k.program_id or e.partner_id <> k.partner_id',
           `format('%s clicks like this one say relationship %s of program %s and partner %s; it is of program %s and partner %s',
                   k.clicks, k.enrollment_id, k.program_id, k.partner_id, coalesce(e.program_id::text, '(none)'),
                   coalesce(e.partner_id::text, '(none)'))`,
         ],
       )} order by k.first`,
  );
}

/** Where a customer `c` stands: as its lead `d`, its first sale `f` and its oldest sale `s` say. */
const STANDING: readonly (readonly [condition: string, sentence: string])[] = [
  [`c.status = 'lead' and d.id is null`, `'its status is lead, and there is no lead of it'`],
  [
    `c.status = 'visitor' and d.id is not null`,
    `format('its status is visitor, and there is lead %s of it', d.id)`,
  ],
  [
    `(c.status = 'customer') <> (c.first_sale_id is not null)`,
    `format('its status is %s, and its first sale is %s', c.status, coalesce(c.first_sale_id::text, 'none'))`,
  ],
  [
    'c.lead_at is distinct from d.occurred_at',
    `format('it became a lead at %s, its lead says %s', coalesce(c.lead_at::text, '(never)'),
            coalesce(d.occurred_at::text, '(never)'))`,
  ],
  [
    'c.first_sale_id is null and s.id is not null',
    `format('it has no first sale, and there is sale %s of it', s.id)`,
  ],
  [
    `c.first_sale_id is not null and (f.id is null or f.test_mode or f.customer_id <> c.id)`,
    `format('its first sale %s is no real sale of it', c.first_sale_id)`,
  ],
  [
    'f.id is not null and s.id <> f.id',
    `format('sale %s of it was recorded before its first sale %s', s.id, f.id)`,
  ],
  [
    's.first_at is not null and s.first_at <> c.first_sale_at',
    `format('its earliest sale was made at %s, it says %s', s.first_at, c.first_sale_at)`,
  ],
];

/**
 * A customer is credited as its click says, or nobody's without one, unless somebody assigned it, and stands where its lead and sales put it. Of a
 * click whose month was removed, nothing can be compared.
 */
async function verifyCustomers(check: Check): Promise<void> {
  await reportRows(
    check,
    'customers',
    `select c.id, found.what from customers c
       left join programs p on p.id = c.program_id
       left join clicks k on k.clicked_ms = c.click_ms and k.number = c.click_number
       left join credit_changes last on last.customer_id = c.id and last.number = c.credit_changes
       left join leads d on d.customer_id = c.id
       left join sales f on f.id = c.first_sale_id
       left join (select customer_id, min(occurred_at) as first_at,
                         (array_agg(id order by coalesce(decided_until, recorded_at), id))[1] as id
                    from sales where not test_mode group by customer_id) s
         on s.customer_id = c.id
       ${sentences(
         ['p.id is null', "format('its program %s does not exist', c.program_id)"],
         [
           'p.workspace_id <> c.workspace_id',
           `format('it is of workspace %s, its program %s of workspace %s', c.workspace_id, p.id, p.workspace_id)`,
         ],
         [
           `c.click_ms is not null and k.number is null and not ${check.clickMonths.isRemovedAt('c.click_ms')}`,
           `format('its click cust_%s_%s does not exist', c.click_number, c.click_ms)`,
         ],
         [
           'k.number is not null and k.program_id <> c.program_id',
           `format('it is of program %s, its click of program %s', c.program_id, k.program_id)`,
         ],
         [
           `k.number is not null and not (c.link_id is null and last.reason is not distinct from 'assigned')
              and (k.partner_id, k.link_id, k.enrollment_id) is distinct from (c.partner_id, c.link_id, c.enrollment_id)`,
           `format('it is credited to partner %s by link %s and relationship %s, its click to partner %s by link %s and relationship %s',
                   coalesce(c.partner_id::text, '(none)'), coalesce(c.link_id::text, '(none)'),
                   coalesce(c.enrollment_id::text, '(none)'), k.partner_id, k.link_id, k.enrollment_id)`,
         ],
         [
           `k.number is not null and c.dimensions <> coalesce(k.dimensions, 'nothing')`,
           `format('what it does counts under %s, its click has %s', c.dimensions, coalesce(k.dimensions, 'nothing'))`,
         ],
         [
           `c.click_ms is null and c.code_id is null and coalesce(c.partner_id, c.link_id, c.enrollment_id) is not null
              and last.reason is distinct from 'assigned' and not ${isNamedClick('c.id', 'c')}
              and not exists (select 1 from imported_customers m where m.customer_id = c.id)
              and not exists (select 1 from sales q where q.customer_id = c.id and q.credited_by in ('subscription', 'provider_customer'))`,
           `format('it is credited to partner %s without a click or a code', coalesce(c.partner_id::text, '(none)'))`,
         ],
         [
           `c.named_by = 'browser' and coalesce(d.source, 'server') = 'server'
              and not exists (select 1 from sales q where q.customer_id = c.id and q.credited_by = 'client_reference')`,
           `'only pages are said to have named it, and it has neither a lead of a page nor a checkout that a page began'`,
         ],
         ...STANDING,
       )} order by c.id`,
  );
}

async function verifyLeads(check: Check): Promise<void> {
  await reportRows(
    check,
    'leads',
    `select d.id, found.what from leads d
       left join customers c on c.id = d.customer_id
       ${sentences(
         ['c.id is null', "format('its customer %s does not exist', d.customer_id)"],
         [
           'c.test_mode and not d.test_mode',
           `format('it is a real lead, and its customer %s a test customer', c.id)`,
         ],
         [
           'c.program_id <> d.program_id',
           `format('it is of program %s, its customer %s of program %s', d.program_id, c.id, c.program_id)`,
         ],
         [
           `c.id is not null and (c.partner_id, c.link_id, c.code_id)
              is distinct from (d.partner_id, d.link_id, d.credit_code_id)
              and (c.credit_changes = 0 or not exists (
                select 1 from credit_changes h
                 where h.customer_id = c.id and (h.from_partner_id, h.from_link_id, h.from_code_id)
                   is not distinct from (d.partner_id, d.link_id, d.credit_code_id)))`,
           `format('it is credited to partner %s by link %s, its customer %s to partner %s by link %s',
                   coalesce(d.partner_id::text, '(none)'), coalesce(d.link_id::text, '(none)'), c.id,
                   coalesce(c.partner_id::text, '(none)'), coalesce(c.link_id::text, '(none)'))`,
         ],
         [
           'not d.test_mode and d.customer_key <> coalesce(c.customer_key, chr(1))',
           `format('it was recorded for the customer key %L, and the key of its customer %s is %L', d.customer_key, c.id,
                   c.customer_key)`,
         ],
       )} order by d.id`,
  );
}
