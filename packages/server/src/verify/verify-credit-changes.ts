import { type Check, reportRows, sentences } from './check.js';

/** Each customer's changes of credit are a chain without gaps that ends at the credit the customer has now. */
export async function verifyCreditChanges(check: Check): Promise<void> {
  await verifyLastChanges(check);
  await verifyChains(check);
}

async function verifyLastChanges(check: Check): Promise<void> {
  await reportRows(
    check,
    'customers',
    `select c.id, found.what from customers c
       left join (select customer_id, count(*) as changes from credit_changes group by customer_id) h
         on h.customer_id = c.id
       left join credit_changes last on last.customer_id = c.id and last.number = c.credit_changes
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
           `(last.from_click_ms, last.from_click_number) is distinct from (c.former_click_ms, c.former_click_number)`,
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
           'k.number is not null and (k.partner_id, k.link_id, k.enrollment_id) <> (h.to_partner_id, h.to_link_id, h.to_enrollment_id)',
           "'it credits another partner, link or relationship than its click'",
         ],
         [
           `h.to_code_id is not null and (o.partner_id, o.link_id, o.enrollment_id)
              is distinct from (h.to_partner_id, h.to_link_id, h.to_enrollment_id)`,
           "'it credits another partner, link or relationship than its code'",
         ],
         [
           '(h.to_click_ms is null) = (h.to_code_id is null)',
           "'it moves credit to neither a click nor a code, or to both'",
         ],
         [
           'h.sale_id is not null and s.customer_id is distinct from h.customer_id',
           "format('its sale %s is none of the customer', h.sale_id)",
         ],
       )} order by h.customer_id, h.number`,
  );
}
