import type { Pool } from 'pg';

/** A payment that is not where it should be, and the references that lead to it. */
export interface StuckPayment {
  readonly workspaceId: number;
  readonly references: readonly string[];
}

/**
 * Payments whose sale was recorded at the moment they were reported, by a transaction that could not see them, and
 * disputed ones whose commission is not held because it was completed later. Submitting their references once more
 * corrects them. `sinceMs`: payments reported since then.
 */
export async function findStuckPayments(pool: Pool, sinceMs: number, limit: number): Promise<StuckPayment[]> {
  const { rows } = await pool.query<{ workspace_id: number; payment_references: string[] }>({
    name: 'find-stuck-payments',
    text: `select p.workspace_id, array(select r.reference from payment_references r where r.payment_id = p.id) as payment_references
             from payments p
            where p.sale_id is null and p.reported_at >= to_timestamp($1::float8 / 1000)
              and exists (select 1 from payment_references r
                            join sale_references n on n.reference = r.reference and n.workspace_id = r.workspace_id
                           where r.payment_id = p.id)
              -- Two sales of one payment are for a person to sort out.
              and (select count(distinct n.sale_id) from payment_references r
                     join sale_references n on n.reference = r.reference and n.workspace_id = r.workspace_id
                    where r.payment_id = p.id) = 1
           union all
           select p.workspace_id, array[s.transaction_id]
             from payment_adjustments a
             join payments p on p.id = a.payment_id
             join sales s on s.id = p.sale_id
             join commissions c on c.sale_id = s.id and c.status in ('pending', 'payable')
            where a.kind = 'dispute' and a.state = 'open'
            limit $2`,
    values: [sinceMs, limit],
  });
  return rows.map((row) => ({ workspaceId: row.workspace_id, references: row.payment_references }));
}
