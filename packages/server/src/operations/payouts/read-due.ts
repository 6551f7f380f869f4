import type { DueItem } from '@svc/contract';
import type { ClientBase, Pool } from 'pg';
import { HELD_UNTIL } from './payee.js';

const CARRIED_SHOWN = 5;

interface DueRow {
  readonly partner_id: number;
  readonly name: string;
  readonly email: string;
  readonly currency: string;
  readonly payable: string;
  readonly carried: string;
  readonly minimum: number;
  readonly method: string | null;
  readonly held_until: Date | null;
}

/**
 * What is due in a program to each partner, per currency, and whether it reaches the program's minimum in that currency: payable commissions, less what was taken back from commissions
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
            case when b.currency = g.currency then g.minimum_payout_cents else coalesce(m.amount_cents, 0) end as minimum,
            d.method, ${HELD_UNTIL} as held_until
       from balances b
       join programs g on g.id = $1
       join partners p on p.id = b.partner_id
       left join program_minimum_payouts m on m.program_id = g.id and m.currency = b.currency
       left join partner_payout_details d on d.partner_id = b.partner_id and d.replaced_at is null
      where b.payable <> 0 or b.carried <> 0
      order by b.payable - b.carried desc, b.partner_id, b.currency`,
    [programId],
  );
  const carried = await readCarried(
    db,
    programId,
    rows.filter((row) => row.carried !== '0').map((row) => row.partner_id),
  );
  return rows.map((row) => itemFromRow(row, carried));
}

interface CarriedRow {
  readonly partner_id: number;
  readonly currency: string;
  readonly commission_id: number;
  readonly refund_id: number;
  readonly amount_cents: number;
  readonly occurred_at: Date;
}

/** What refunds took back from these partners after it had been paid, and no later payout has settled, newest first. */
async function readCarried(
  db: Pool | ClientBase,
  programId: number,
  partnerIds: readonly number[],
): Promise<CarriedRow[]> {
  if (partnerIds.length === 0) return [];
  const { rows } = await db.query<CarriedRow>(
    `select m.partner_id, m.currency, m.commission_id, m.refund_id, m.amount_cents, m.occurred_at
       from ledger_movements m
       join commissions c on c.id = m.commission_id
       join payouts o on o.id = c.payout_id
      where m.program_id = $1 and m.partner_id = any($2::bigint[]) and m.kind = 'reverse' and m.refund_id is not null
        and m.occurred_at >= o.created_at
        and not exists (select 1 from ledger_movements k join payouts x on x.id = k.payout_id
                         where k.program_id = m.program_id and k.partner_id = m.partner_id
                           and k.currency = m.currency and k.kind = 'carry' and x.status <> 'cancelled'
                           and k.occurred_at >= m.occurred_at)
      order by m.occurred_at desc, m.id desc`,
    [programId, partnerIds],
  );
  return rows;
}

function itemFromRow(row: DueRow, carriedRows: readonly CarriedRow[]): DueItem {
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
    minimum_cents: row.minimum,
    is_due: due > 0n && due >= BigInt(row.minimum),
    carried_for: carriedRows
      .filter((one) => one.partner_id === row.partner_id && one.currency === row.currency)
      .slice(0, CARRIED_SHOWN)
      .map(({ commission_id, refund_id, amount_cents, occurred_at }) => ({
        commission_id,
        refund_id,
        amount_cents,
        occurred_at: occurred_at.toISOString(),
      })),
    method: row.method,
    held_until: row.held_until?.toISOString() ?? null,
  };
}
