import { numberOf, readableJson } from './audit-sql.js';
import { type Check, reportRows, sentences } from './check.js';
import { isNamedClick } from './is-named-click.js';

/**
 * Each customer's changes of credit are a chain without gaps that ends at the credit the customer has now. What people assigned
 * is in the audit log, and no commission was reassigned without that.
 */
export async function verifyCreditChanges(check: Check): Promise<void> {
  await verifyLastChanges(check);
  await verifyChains(check);
  await verifyAssignments(check);
  await verifyReassignedCommissions(check);
}

async function verifyLastChanges(check: Check): Promise<void> {
  await reportRows(
    check,
    'customers',
    `select c.id, found.what from customers c
       left join (select customer_id, count(*) as changes from credit_changes group by customer_id) h
         on h.customer_id = c.id
       left join credit_changes last on last.customer_id = c.id and last.number = c.credit_changes
       left join (select distinct on (customer_id) customer_id, from_click_ms, from_click_number
                    from credit_changes where reason <> 'assigned' order by customer_id, number desc) moved
         on moved.customer_id = c.id
       ${sentences(
         [
           'c.credit_changes <> coalesce(h.changes, 0)',
           `format('its credit is said to have moved %s times, and %s changes of it are kept', c.credit_changes,
                   coalesce(h.changes, 0))`,
         ],
         [
           `last.customer_id is not null and (last.to_partner_id, last.to_link_id, last.to_enrollment_id, last.to_click_ms,
              last.to_click_number, last.to_code_id)
              is distinct from (c.partner_id, c.link_id, c.enrollment_id, c.click_ms, c.click_number, c.code_id)`,
           `format('it is credited to partner %s by link %s, its last change of credit says partner %s by link %s',
                   coalesce(c.partner_id::text, '(none)'), coalesce(c.link_id::text, '(none)'), last.to_partner_id,
                   coalesce(last.to_link_id::text, '(none)'))`,
         ],
         [
           `(moved.from_click_ms, moved.from_click_number) is distinct from (c.former_click_ms, c.former_click_number)`,
           `'its former click is not the one that its credit moved away from'`,
         ],
       )} order by c.id`,
  );
}

async function verifyChains(check: Check): Promise<void> {
  await reportRows(
    check,
    'credit_changes',
    `select format('%s/%s', h.customer_id, h.number) as id, found.what
       from (select h.*, lag(h.number) over earlier as before_number,
                    lag(row (h.to_partner_id, h.to_link_id, h.to_enrollment_id, h.to_click_ms, h.to_click_number, h.to_code_id))
                      over earlier as before_credit
               from credit_changes h window earlier as (partition by h.customer_id order by h.number)) h
       left join customers c on c.id = h.customer_id
       left join clicks k on k.clicked_ms = h.to_click_ms and k.number = h.to_click_number
       left join codes o on o.id = h.to_code_id
       left join sales s on s.id = h.sale_id
       left join enrollments e on e.id = h.to_enrollment_id
       ${sentences(
         ['c.id is null', "'its customer does not exist'"],
         [
           'c.program_id <> h.program_id or c.workspace_id <> h.workspace_id',
           "'its customer is of another program'",
         ],
         ['h.number <> coalesce(h.before_number, 0) + 1', "'a change before it is missing'"],
         [
           `h.before_number is not null and h.before_credit is distinct from
              row (h.from_partner_id, h.from_link_id, h.from_enrollment_id, h.from_click_ms, h.from_click_number, h.from_code_id)`,
           "'it moves credit from elsewhere than the change before it had moved it to'",
         ],
         [
           `h.reason <> 'assigned' and k.number is not null
              and (k.partner_id, k.link_id, k.enrollment_id) <> (h.to_partner_id, h.to_link_id, h.to_enrollment_id)`,
           "'it credits another partner, link or relationship than its click'",
         ],
         [
           `h.to_code_id is not null and (o.partner_id, o.link_id, o.enrollment_id)
              is distinct from (h.to_partner_id, h.to_link_id, h.to_enrollment_id)`,
           "'it credits another partner, link or relationship than its code'",
         ],
         [
           `h.reason <> 'assigned' and case when h.to_click_ms is null and h.to_code_id is null
              then not ${isNamedClick('h.customer_id', 'h', 'to_')} else h.to_click_ms is not null and h.to_code_id is not null end`,
           "'it moves credit to neither a click nor a code, or to both'",
         ],
         [
           // Where the partner had the customer already, only the sales moved.
           `h.reason = 'assigned' and (h.to_link_id is not null or h.to_code_id is not null)
              and (h.to_partner_id, h.to_link_id, h.to_code_id) is distinct from (h.from_partner_id, h.from_link_id, h.from_code_id)`,
           "'a person assigned the customer, which no link and no code does'",
         ],
         [
           'e.id is null or (e.program_id, e.partner_id) <> (h.program_id, h.to_partner_id)',
           `format('its relationship %s does not tie partner %s to program %s', h.to_enrollment_id, h.to_partner_id,
                   h.program_id)`,
         ],
         [
           'h.sale_id is not null and s.customer_id is distinct from h.customer_id',
           "format('its sale %s is none of the customer', h.sale_id)",
         ],
       )} order by h.customer_id, h.number`,
  );
}

/** Entries of assignments: each names the change of credit that it made. */
const LOGGED = `
  select a.program_id, a.number, ${numberOf('a.target_id')} as customer_id,
         ${numberOf(`${readableJson('a.after')} ->> 'credit_change'`)} as change, ${readableJson('a.after')} as doc, a.user_email
    from audit_entries a where a.target_type = 'customer' and a.after is not null`;

/** What people assigned is what the audit log says. Contract 2 section 12. */
async function verifyAssignments(check: Check): Promise<void> {
  await reportRows(
    check,
    'credit_changes',
    `with logged as materialized (${LOGGED})
     select format('%s/%s', h.customer_id, h.number) as id, found.what
       from credit_changes h
       left join logged l on l.customer_id = h.customer_id and l.change = h.number and l.program_id = h.program_id
       ${sentences(
         [`l.number is null`, `'the audit log does not say that somebody assigned the customer'`],
         [
           `l.doc ->> 'partner_id' is distinct from h.to_partner_id::text and l.number is not null`,
           `format('it credits partner %s; the audit log says partner %s (entry %s)', h.to_partner_id,
                   l.doc ->> 'partner_id', l.number)`,
         ],
         [
           `l.number is not null and (l.doc ->> 'reason' is distinct from h.note or l.user_email <> h.changed_by)`,
           `format('%s wrote %L; the audit log says that %s wrote %L (entry %s)', h.changed_by, h.note, l.user_email,
                   l.doc ->> 'reason', l.number)`,
         ],
         [
           `l.number is not null and (l.doc ->> 'from' = 'first_sale') is distinct from h.moves_sales`,
           `format('it %s the sales so far; the audit log says from: %s (entry %s)',
                   case when h.moves_sales then 'assigns' else 'does not assign' end, l.doc ->> 'from', l.number)`,
         ],
       )} and h.reason = 'assigned' order by h.customer_id, h.number`,
  );
}

/** Nothing is left of a reassigned commission, and its customer was assigned at that time; so it was with each movement of its kind. */
async function verifyReassignedCommissions(check: Check): Promise<void> {
  await reportRows(
    check,
    'commissions',
    `select c.id, found.what from commissions c
       left join sales s on s.id = c.sale_id
       ${sentences(
         [
           `c.amount_cents <> 0 or c.status <> 'reversed'`,
           `format('its sale was assigned to another partner, and %s of it is left', c.amount_cents)`,
         ],
         [
           's.enrollment_id = c.enrollment_id',
           `format('it is said to be reassigned, and sale %s is credited to its partner', s.id)`,
         ],
         [
           `not exists (select 1 from credit_changes h where h.customer_id = s.customer_id and h.moves_sales
                         and h.occurred_at = c.reassigned_at)`,
           `format('it was reassigned at %s, and nobody assigned its customer then', c.reassigned_at)`,
         ],
       )} and c.reassigned_at is not null order by c.id`,
  );
  await reportRows(
    check,
    'commissions',
    `select c.id, format('movement %s reassigned it at %s, and nobody assigned its customer then', m.id, m.occurred_at) as what
       from ledger_movements m
       join commissions c on c.id = m.commission_id
       join sales s on s.id = c.sale_id
      where m.kind = 'reassign'
        and not exists (select 1 from credit_changes h where h.customer_id = s.customer_id and h.moves_sales
                           and h.occurred_at = m.occurred_at)
      order by c.id, m.id`,
  );
  await reportRows(
    check,
    'sales',
    `select c.sale_id as id, format('%s commissions of it count', count(*)) as what
       from commissions c where c.reassigned_at is null and c.sale_id is not null group by c.sale_id having count(*) > 1 order by c.sale_id`,
  );
}
