import type { DueItem } from '@svc/contract';
import type { ClientBase, Pool } from 'pg';

interface DueRow {
  readonly partner_id: number;
  readonly name: string;
  readonly email: string;
  readonly currency: string;
  readonly payable: string;
  readonly carried: string;
  readonly minimum: number;
  readonly method: string | null;
}

/**
 * What is due in a program to each partner, per currency: payable commissions, less what was taken back from commissions
 * after they had been paid, which is what payouts paid minus what is left of the commissions in them. The ledger says
 * the same, and decides when a payout is made; this reads far fewer rows. Partners without anything due or carried are
 * left out.
 */
export async function readDue(db: Pool | ClientBase, programId: number): Promise<DueItem[]> {
  const { rows } = await db.query<DueRow>(
    `with balances as (
       select partner_id, currency, sum(payable) as payable, sum(paid) - sum(kept) as carried
         from (select partner_id, currency, 0 as payable, sum(amount_cents) as paid, 0 as kept
                 from payouts where program_id = $1 and status <> 'cancelled' group by partner_id, currency
               union all
               select partner_id, currency, sum(case when status = 'payable' then amount_cents else 0 end), 0,
                      sum(case when payout_id is not null then amount_cents else 0 end)
                 from commissions where program_id = $1 group by partner_id, currency) parts
        group by partner_id, currency)
     select b.partner_id, p.name, p.email, b.currency, b.payable::text, b.carried::text,
            g.minimum_payout_cents as minimum, d.method
       from balances b
       join programs g on g.id = $1
       join partners p on p.id = b.partner_id
       left join partner_payout_details d on d.partner_id = b.partner_id
      where b.payable <> 0 or b.carried <> 0
      order by b.payable - b.carried desc, b.partner_id, b.currency`,
    [programId],
  );
  return rows.map(itemFromRow);
}

function itemFromRow(row: DueRow): DueItem {
  const payable = BigInt(row.payable);
  const carried = BigInt(row.carried);
  const due = payable - carried;
  return {
    partner_id: row.partner_id,
    name: row.name,
    email: row.email,
    currency: row.currency,
    payable_cents: payable,
    carried_cents: carried,
    due_cents: due,
    is_due: due > 0n && due >= BigInt(row.minimum),
    method: row.method,
  };
}
