import { type Check, reportRows, sentences } from './check.js';

/**
 * Customers and sales of another system are those of their program, each of an import that the audit log knows. Contract 2 section 15.
 */
export async function verifyImports(check: Check): Promise<void> {
  await verifyCustomers(check);
  await verifySales(check);
  await verifyLogged(check);
}

async function verifyCustomers(check: Check): Promise<void> {
  await reportRows(
    check,
    'imported_customers',
    `select m.customer_id as id, found.what from imported_customers m
       left join customers c on c.id = m.customer_id
       left join imports i on i.id = m.import_id
       ${sentences(
         ['c.id is null', "'its customer does not exist'"],
         [
           'i.id is null or (i.program_id, m.program_id) is distinct from (c.program_id, c.program_id)',
           `format('its import %s is none of its program', m.import_id)`,
         ],
       )} order by m.customer_id`,
  );
}

async function verifySales(check: Check): Promise<void> {
  await reportRows(
    check,
    'sales',
    `select s.id, found.what from sales s
       left join imported_sales m on m.sale_id = s.id
       left join imports i on i.id = m.import_id
       ${sentences(
         [
           `(s.source = 'import') <> (m.sale_id is not null)`,
           `case when m.sale_id is null then 'it is said to be imported, and no import has it'
                 else format('import %s has it, and it is said to be of another source', m.import_id) end`,
         ],
         [
           'm.sale_id is not null and (i.id is null or (i.program_id, m.program_id) <> (s.program_id, s.program_id))',
           `format('its import %s is none of its program', m.import_id)`,
         ],
       )} order by s.id`,
  );
}

async function verifyLogged(check: Check): Promise<void> {
  await reportRows(
    check,
    'imports',
    `select i.id, found.what from imports i
       left join (select import_id, count(*) as count from imported_customers group by 1) c on c.import_id = i.id
       left join (select import_id, count(*) as count from imported_sales group by 1) s on s.import_id = i.id
       left join (select import_id, count(*) as count from imported_commissions group by 1) k on k.import_id = i.id
       left join audit_entries a on a.workspace_id = i.workspace_id and a.action = 'import.create'
                                and a.target_type = 'import' and a.target_id = coalesce(i.part_of, i.id)::text
       ${sentences(
         [
           '(i.customers, i.sales, i.commissions) <> (coalesce(c.count, 0), coalesce(s.count, 0), coalesce(k.count, 0))',
           `format('it brought %s customers, %s sales and %s commissions, and there are %s, %s and %s', i.customers, i.sales,
                   i.commissions, coalesce(c.count, 0), coalesce(s.count, 0), coalesce(k.count, 0))`,
         ],
         ['a.number is null', "'the audit log does not know it'"],
       )} order by i.id`,
  );
}
