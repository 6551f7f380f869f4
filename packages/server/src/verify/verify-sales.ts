import { numberOf, readableJson } from './audit-sql.js';
import { type Check, reportRows, sentences } from './check.js';

/** Sales agree with their customers, relationships, rules, refunds, references and commissions. */
export async function verifySales(check: Check): Promise<void> {
  await verifyCredit(check);
  await verifySums(check);
  await verifyRefunds(check);
  await verifyReferences(check);
  await verifyEntered(check);
}

/** A sale keeps a list of every reference it was ever given, and all of them still lead to it. */
async function verifyReferences(check: Check): Promise<void> {
  await reportRows(
    check,
    'sale_references',
    `select n.reference as id, found.what from sale_references n left join sales s on s.id = n.sale_id
       ${sentences(
         ['s.id is null', "format('its sale %s does not exist', n.sale_id)"],
         [
           'n.workspace_id <> s.workspace_id',
           `format('it is of workspace %s, its sale %s of workspace %s', n.workspace_id, s.id, s.workspace_id)`,
         ],
         [
           `n.is_api <> (s.source = 'api' and s.transaction_id = n.reference)`,
           `format('it %s the id that an API caller gave sale %s',
                   case when n.is_api then 'is said to be' else 'is not said to be' end, s.id)`,
         ],
         [
           'n.is_unique <> (n.is_api and not s.test_mode)',
           `format('it is %s over the whole service; sale %s is a %s sale', case when n.is_unique then 'unique' else 'not unique' end,
                   s.id, case when s.test_mode then 'test' else 'real' end)`,
         ],
         [
           `n.reference <> s.transaction_id and n.reference <> all(coalesce(s.recorded_references, '{}'))`,
           `format('sale %s was never given this reference', s.id)`,
         ],
       )} order by n.reference`,
  );
  await reportRows(
    check,
    'sales',
    `select s.id, found.what from sales s
      cross join lateral unnest(s.recorded_references) as given (reference)
       left join sale_references n on n.reference = given.reference and n.sale_id = s.id
       left join lateral (select min(sale_id) as sale_id from sale_references
                           where reference = given.reference and workspace_id = s.workspace_id
                              and n.sale_id is null) elsewhere on true
       ${sentences([
         'n.sale_id is null',
         `format('it was recorded under the reference %L, which %s', given.reference,
                 coalesce('leads to sale ' || elsewhere.sale_id, 'was removed'))`,
       ])} order by s.id, given.reference`,
  );
}

/** A sale is credited as its customer is, or was before credit moved, or as it was entered, inside one program and workspace. */
async function verifyCredit(check: Check): Promise<void> {
  await reportRows(
    check,
    'sales',
    `select s.id, found.what from sales s
       left join programs p on p.id = s.program_id
       left join customers c on c.id = s.customer_id
       left join enrollments e on e.id = s.enrollment_id
       left join commission_rules r on r.id = s.rule_id
       ${sentences(
         ['p.id is null', "format('its program %s does not exist', s.program_id)"],
         [
           'p.workspace_id <> s.workspace_id',
           `format('it is of workspace %s, its program %s of workspace %s', s.workspace_id, p.id, p.workspace_id)`,
         ],
         ['c.id is null', "format('its customer %s does not exist', s.customer_id)"],
         [
           'c.program_id <> s.program_id or c.workspace_id <> s.workspace_id',
           `format('it is of program %s in workspace %s, its customer %s of program %s in workspace %s',
                   s.program_id, s.workspace_id, c.id, c.program_id, c.workspace_id)`,
         ],
         [
           `c.id is not null and s.code_result is distinct from 'preferred' and (c.partner_id, c.link_id, c.enrollment_id, c.code_id)
              is distinct from (s.partner_id, s.link_id, s.enrollment_id, s.credit_code_id)
              and (c.credit_changes = 0 or not exists (
                select 1 from credit_changes h
                 where h.customer_id = c.id and (h.from_partner_id, h.from_link_id, h.from_enrollment_id, h.from_code_id)
                   is not distinct from (s.partner_id, s.link_id, s.enrollment_id, s.credit_code_id)))
              and not (s.link_id is null
                       and (s.source = 'import' or exists (select 1 from entered_sales n where n.sale_id = s.id)))`,
           `format('it is credited to partner %s by link %s and relationship %s, its customer %s to partner %s by link %s and relationship %s',
                   s.partner_id, coalesce(s.link_id::text, '(none)'), s.enrollment_id, c.id,
                   coalesce(c.partner_id::text, '(none)'), coalesce(c.link_id::text, '(none)'),
                   coalesce(c.enrollment_id::text, '(none)'))`,
         ],
         [
           'c.test_mode and not s.test_mode',
           `format('it is a real sale, and its customer %s a test customer', c.id)`,
         ],
         [
           // A key can be given to a customer later; once given, it stays. Test sales claim none.
           'c.id is not null and not s.test_mode and s.customer_key <> coalesce(c.customer_key, chr(1))',
           `format('it was recorded for the customer key %L, and the key of its customer %s is %L', s.customer_key, c.id,
                   c.customer_key)`,
         ],
         [
           'e.id is null or e.program_id <> s.program_id or e.partner_id <> s.partner_id',
           `format('its relationship %s does not tie partner %s to program %s', s.enrollment_id, s.partner_id,
                   s.program_id)`,
         ],
         [
           `s.rule_id is not null and (r.id is null or r.program_id <> s.program_id or r.type = 'program'
              or coalesce(r.enrollment_id, s.enrollment_id) <> s.enrollment_id)`,
           `format('rule %s is not a rule for relationship %s of program %s', s.rule_id, s.enrollment_id,
                   s.program_id)`,
         ],
       )} order by s.id`,
  );
}

async function verifySums(check: Check): Promise<void> {
  await reportRows(
    check,
    'sales',
    `select s.id, found.what from sales s
       left join (select sale_id, sum(amount_cents) as cents,
                         sum(amount_cents) filter (where source = 'api') as api_cents
                    from refunds group by sale_id) f on f.sale_id = s.id
       left join sale_references n on n.reference = s.transaction_id and n.sale_id = s.id
       left join commissions m on m.sale_id = s.id and m.reassigned_at is null
       ${sentences(
         [
           's.api_refunded_cents <> coalesce(f.api_cents, 0)',
           `format('API callers refunded %s of it, it says; its refunds say %s', s.api_refunded_cents,
                   coalesce(f.api_cents, 0))`,
         ],
         [
           's.refunded_cents <> coalesce(f.cents, 0)',
           `format('it says %s cents were refunded, its refunds say %s', s.refunded_cents, coalesce(f.cents, 0))`,
         ],
         ['n.sale_id is null', `format('it is not known by its transaction id %L', s.transaction_id)`],
         [
           `s.commission_state = 'earned' and m.id is null`,
           `'it earned a commission, and there is none of it'`,
         ],
         [
           `s.commission_state <> 'earned' and m.id is not null`,
           `format('the state of its commission is %s, and there is commission %s of it', s.commission_state, m.id)`,
         ],
         [
           's.test_mode and m.id is not null',
           `format('it is a test sale, and there is commission %s of it', m.id)`,
         ],
       )} order by s.id`,
  );
}

async function verifyRefunds(check: Check): Promise<void> {
  await reportRows(
    check,
    'refunds',
    `select f.id, found.what from refunds f
       left join sales s on s.id = f.sale_id
       ${sentences(
         ['s.id is null', "format('its sale %s does not exist', f.sale_id)"],
         [
           's.program_id <> f.program_id',
           `format('it is of program %s, its sale %s of program %s', f.program_id, s.id, s.program_id)`,
         ],
       )} order by f.id`,
  );
}

/** Sales that people entered are those that the audit log says. Contract 2 section 12. */
async function verifyEntered(check: Check): Promise<void> {
  const isOther = (field: string, column: string) => `l.doc ->> '${field}' is distinct from ${column}::text`;
  await reportRows(
    check,
    'entered_sales',
    `with logged as materialized (
       select a.program_id, a.number, a.user_email, ${numberOf('a.target_id')} as sale_id, ${readableJson('a.after')} as doc
         from audit_entries a where a.target_type = 'sale' and a.after is not null)
     select coalesce(n.sale_id, l.sale_id) as id, found.what
       from entered_sales n full join logged l on l.sale_id = n.sale_id
       left join sales s on s.id = n.sale_id
       ${sentences(
         [
           'n.sale_id is null',
           `format('the audit log says that it was entered (entry %s), and it is not recorded', l.number)`,
         ],
         ['n.sale_id is not null and l.number is null', `'the audit log does not say that it was entered'`],
         ['n.sale_id is not null and s.id is null', `'its sale does not exist'`],
         [
           `l.number is not null and n.sale_id is not null and (${isOther('reason', 'n.reason')} or l.user_email <> n.entered_by)`,
           `format('%s wrote %L; the audit log says that %s wrote %L (entry %s)', n.entered_by, n.reason, l.user_email,
                   l.doc ->> 'reason', l.number)`,
         ],
         [
           `l.number is not null and s.id is not null and (${isOther('amount_cents', 's.amount_cents')}
              or ${isOther('currency', 's.currency')} or ${isOther('customer_id', 's.customer_id')}
              or ${isOther('transaction_id', 's.transaction_id')} or s.program_id <> l.program_id)`,
           `format('sale %s is %s %s of customer %s; the audit log says %s %s of customer %s (entry %s)', s.transaction_id,
                   s.amount_cents, s.currency, s.customer_id, l.doc ->> 'amount_cents', l.doc ->> 'currency',
                   l.doc ->> 'customer_id', l.number)`,
         ],
       )} order by 1`,
  );
}
