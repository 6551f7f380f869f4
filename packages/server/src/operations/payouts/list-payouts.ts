import type { PayoutItem } from '@svc/contract';
import type { ClientBase, Pool } from 'pg';
import { microsOf, type Page, type PageRequest, positionOf, timeOfMicros, toPage } from '../keyset.js';

interface PayoutRow extends Omit<PayoutItem, 'created_at' | 'settled_at'> {
  readonly created_at: Date;
  readonly settled_at: Date | null;
}

const PAYOUTS = `
  select o.id, o.run_id, o.partner_id, p.name, o.currency, o.amount_cents, o.status, o.reference, d.method, o.created_at,
         o.settled_at, ${microsOf('o.created_at')} as created_us
    from payouts o join partners p on p.id = o.partner_id
    left join partner_payout_details d on d.partner_id = o.partner_id`;

/** The payouts of a program, or of one partner in it, newest first. */
export async function listPayouts(
  pool: Pool,
  of: { readonly programId: number; readonly partnerId: number | null },
  request: PageRequest,
): Promise<Page<PayoutItem>> {
  const { rows } = await pool.query<PayoutRow & { created_us: number }>(
    `${PAYOUTS} where o.program_id = $1 and (o.created_at, o.id) < (${timeOfMicros('$2')}, $3::bigint)
        and ($5::bigint is null or o.partner_id = $5)
      order by o.created_at desc, o.id desc limit $4`,
    [of.programId, ...positionOf(request, 2), request.limit + 1, of.partnerId],
  );
  return toPage(rows, request, (row) => [row.created_us, row.id], payoutFromRow);
}

/** All payouts of a run, by partner. */
export async function listPayoutsOfRun(
  db: Pool | ClientBase,
  programId: number,
  runId: number,
): Promise<PayoutItem[]> {
  const { rows } = await db.query<PayoutRow>(
    `${PAYOUTS} where o.program_id = $1 and o.run_id = $2 order by p.name, o.partner_id, o.currency`,
    [programId, runId],
  );
  return rows.map(payoutFromRow);
}

/** A payout of a program; null when there is none. */
export async function findPayout(
  db: Pool | ClientBase,
  programId: number,
  payoutId: number,
): Promise<PayoutItem | null> {
  const { rows } = await db.query<PayoutRow>(`${PAYOUTS} where o.program_id = $1 and o.id = $2`, [
    programId,
    payoutId,
  ]);
  const row = rows[0];
  return row === undefined ? null : payoutFromRow(row);
}

function payoutFromRow(row: PayoutRow): PayoutItem {
  return {
    id: row.id,
    run_id: row.run_id,
    partner_id: row.partner_id,
    name: row.name,
    currency: row.currency,
    amount_cents: row.amount_cents,
    status: row.status,
    reference: row.reference,
    method: row.method,
    created_at: row.created_at.toISOString(),
    settled_at: row.settled_at?.toISOString() ?? null,
  };
}
