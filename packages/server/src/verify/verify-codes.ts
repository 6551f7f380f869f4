import { logged } from './audit-sql.js';
import { type Check, reportRows, sentences } from './check.js';

/** Codes are as the audit log says they were created and turned off, and credit leads and sales to their own partners. Contract 2 section 11. */
export async function verifyCodes(check: Check): Promise<void> {
  await reportRows(
    check,
    'codes',
    `select c.id, found.what from codes c
       join programs p on p.id = c.program_id
       left join enrollments e on e.id = c.enrollment_id
       left join links l on l.id = c.link_id
       left join (select distinct on (target_id, workspace_id) * from (${logged('code')}) entries
                   order by target_id, workspace_id, number desc) a
         on a.target_id = c.id and a.workspace_id = p.workspace_id
       ${sentences(
         [
           '(e.program_id, e.partner_id) is distinct from (c.program_id, c.partner_id)',
           `format('its relationship %s does not tie partner %s to program %s', c.enrollment_id, c.partner_id, c.program_id)`,
         ],
         [
           'c.link_id is not null and (l.id is null or l.workspace_id <> p.workspace_id)',
           `format('its link %s is not one of its workspace', c.link_id)`,
         ],
         ['a.number is null', `'the audit log does not mention it'`],
         [
           `a.after ->> 'code' <> c.code or a.after ->> 'partner_id' <> c.partner_id::text
              or a.after ->> 'link_id' is distinct from c.link_id::text`,
           `format('it is the code %L of partner %s; the audit log says the code %L of partner %s (entry %s)', c.code,
                   c.partner_id, a.after ->> 'code', a.after ->> 'partner_id', a.number)`,
         ],
         [
           `(a.after ->> 'is_active')::boolean <> (c.deactivated_at is null)`,
           `format('it is %s; the audit log says otherwise (entry %s)',
                   case when c.deactivated_at is null then 'active' else 'turned off' end, a.number)`,
         ],
         [
           `(a.after -> 'processor_ids')::jsonb <> (select coalesce(jsonb_agg(d.processor_id order by d.processor_id), '[]')
                                             from code_processor_ids d where d.code_id = c.id)`,
           `format('its processor ids are not those of the audit log (entry %s)', a.number)`,
         ],
       )} order by c.id`,
  );
  await verifyCustomersOfCodes(check);
  await verifyUses(check, 'leads');
  await verifyUses(check, 'sales');
}

async function verifyCustomersOfCodes(check: Check): Promise<void> {
  await reportRows(
    check,
    'customers',
    `select c.id, found.what from customers c
       left join codes o on o.id = c.code_id
       ${sentences([
         `c.code_id is not null and (o.program_id, o.partner_id, o.link_id, o.enrollment_id)
              is distinct from (c.program_id, c.partner_id, c.link_id, c.enrollment_id)`,
         `format('it is credited to partner %s by the code %s, which is of partner %s', coalesce(c.partner_id::text, '(none)'),
                   c.code_id, coalesce(o.partner_id::text, '(none)'))`,
       ])} order by c.id`,
  );
}

/** A sale that was assigned to another partner is no code's any more. */
const NOT_ASSIGNED = `
  and not exists (select 1 from credit_changes h where h.customer_id = u.customer_id and h.moves_sales)`;

/** What a code credited is its partner's, and says so in its result. */
async function verifyUses(check: Check, table: 'leads' | 'sales'): Promise<void> {
  await reportRows(
    check,
    table,
    `select u.id, found.what from (select * from ${table} where coalesce(credit_code_id::text, code, code_result) is not null) u
       left join codes c on c.id = u.credit_code_id
       ${sentences(
         [
           `u.credit_code_id is not null and (c.program_id, c.partner_id, c.link_id)
              is distinct from (u.program_id, u.partner_id, u.link_id)`,
           `format('it is credited to partner %s by the code %s, which is of partner %s', u.partner_id, u.credit_code_id,
                   coalesce(c.partner_id::text, '(none)'))`,
         ],
         [
           `u.code_result in ('created', 'credited', 'preferred') and u.credit_code_id is null${table === 'sales' ? NOT_ASSIGNED : ''}`,
           `format('its code is said to have credited it (%s), and no code did', u.code_result)`,
         ],
         ['(u.code is null) <> (u.code_result is null)', `'it says nothing of what became of its code'`],
       )} order by u.id`,
  );
}
