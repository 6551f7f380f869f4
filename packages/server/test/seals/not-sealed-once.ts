import type pg from 'pg';

/** How often each row of the sealed tables is sealed, apart from once: table, key and how often. */
const NOT_ONCE = `
  with sealed as (select table_name, unnest(row_ids) as id from seal_contents),
       written as (${[
         'audit_entries',
         'commission_rules',
         'commissions',
         'ledger_movements',
         'payouts',
         'refunds',
         'row_states',
         'sales',
       ]
         .map((table) => `select '${table}' as table_name, id from ${table}`)
         .join(' union all ')}
                   union all select 'sale_references', sale_id from sale_references)
  select coalesce(w.table_name, s.table_name) as table_name, coalesce(w.id, s.id) as id, w.times as written, s.times as sealed
    from (select table_name, id, count(*) as times from written group by 1, 2) w
    full join (select table_name, id, count(*) as times from sealed group by 1, 2) s
      on s.table_name = w.table_name and s.id = w.id
   where w.times is distinct from s.times`;

/** Rows of the sealed tables that are in no seal, or in more than one. */
export async function notSealedOnce(pool: pg.Pool): Promise<unknown[]> {
  return (await pool.query(NOT_ONCE)).rows;
}
