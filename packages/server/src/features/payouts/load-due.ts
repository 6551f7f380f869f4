import type { DueItem } from '@svc/contract';
import { canCarry, carriedAmount, dueAmount, isDue } from '@svc/core';
import type { ClientBase, Pool } from 'pg';
import type { Encryption } from '../../crypto/encryption.js';
import { type FundsRow, fundsFromRow, partnerBalances } from './partner-balances.js';
import { HELD_UNTIL, MINIMUM, storedProblem } from './payee.js';
import { DETAILS_COLUMNS, type DetailsRow } from './stored-details.js';

const CARRIED_SHOWN = 5;

interface DueRow extends FundsRow, DetailsRow {
  readonly partner_id: number;
  readonly name: string;
  readonly email: string;
  readonly status: DueItem['status'];
  readonly currency: string;
  readonly minimum: number;
  readonly held_until: Date | null;
}

/**
 * What is due in a program to each partner, per currency, and whether it reaches the program's minimum in that currency:
 * payable commissions and adjustments minus what is carried from earlier payouts. Partners with nothing payable or carried are left out.
 */
export async function loadDue(
  db: Pool | ClientBase,
  programId: number,
  encryption: Encryption,
): Promise<DueItem[]> {
  const { rows } = await db.query<DueRow>(
    `with balances as (${partnerBalances('program_id = $1', 'kept sums')})
     select b.partner_id, p.name, p.email, e.status, b.currency, b.payable::text, b.payable_commissions::text,
            b.payable_adjustments::text,
            ${MINIMUM} as minimum,
            ${DETAILS_COLUMNS}, ${HELD_UNTIL} as held_until
       from balances b
       join programs g on g.id = $1
       join partners p on p.id = b.partner_id
       join enrollments e on e.program_id = $1 and e.partner_id = b.partner_id
       left join program_minimum_payouts m on m.program_id = g.id and m.currency = b.currency
       left join partner_payout_details d on d.partner_id = b.partner_id and d.replaced_at is null
      where b.payable <> 0 or b.payable_commissions <> 0 or b.payable_adjustments <> 0
      order by b.payable desc, b.partner_id, b.currency`,
    [programId],
  );
  const carried = await readCarried(
    db,
    programId,
    rows.filter((row) => carriedAmount(fundsFromRow(row)) !== 0n).map((row) => row.partner_id),
  );
  return rows.map((row) => dueFromRow(row, carried, encryption));
}

interface CarriedRow {
  readonly partner_id: number;
  readonly currency: string;
  readonly commission_id: number;
  readonly refund_id: number;
  readonly amount_cents: number;
  readonly occurred_at: Date;
}

/** Reversals of these partners' commissions after their payout that no later payout has settled, newest first. */
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

/** Whether a payout run would pay this now: it is due, and the run does not skip the partner. */
export function isPayable({ is_due, held_until, details_problem, carried_cents }: DueItem): boolean {
  return is_due && held_until === null && details_problem === null && canCarry(BigInt(carried_cents));
}

function dueFromRow(row: DueRow, carriedRows: readonly CarriedRow[], encryption: Encryption): DueItem {
  const funds = fundsFromRow(row);
  const carried = carriedAmount(funds);
  const due = dueAmount(funds.payableCents, carried);
  return {
    partner_id: row.partner_id,
    name: row.name,
    email: row.email,
    status: row.status,
    currency: row.currency,
    payable_cents: funds.payableCents,
    adjustments_cents: BigInt(row.payable_adjustments),
    carried_cents: carried,
    due_cents: due,
    minimum_cents: row.minimum,
    is_due: isDue(due, row.minimum),
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
    details_problem: storedProblem(row.partner_id, row, encryption),
    held_until: row.held_until?.toISOString() ?? null,
  };
}
