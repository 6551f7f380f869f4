import type { PartnerCommissionItem, PartnerProgramDetail } from '@svc/contract';
import type { Pool } from 'pg';
import { microsOf, type Page, type PageRequest, positionOf, timeOfMicros, toPage } from '../keyset.js';
import { readSaleHistory } from '../sale-history.js';
import { tellSale } from '../sale-story.js';

/** Whose: one partner's in one program. */
export interface Owner {
  readonly programId: number;
  readonly partnerId: number;
}

interface Row extends Omit<PartnerCommissionItem, 'payable_at' | 'sale_at' | 'created_at'> {
  readonly payable_at: Date;
  readonly sale_at: Date;
  readonly created_at: Date;
  readonly created_us: number;
}

const COMMISSIONS = `
  select c.id, c.amount_cents, c.original_cents as original_amount_cents, c.currency, c.status, c.payable_at,
         c.payout_id, s.link_id, s.amount_cents as sale_amount_cents, s.refunded_cents as sale_refunded_cents,
         s.currency as sale_currency, s.occurred_at as sale_at, c.created_at, ${microsOf('c.created_at')} as created_us
    from commissions c join sales s on s.id = c.sale_id`;

/** A partner's commissions in a program, newest first; those of one status where it is named. */
export async function listPartnerCommissions(
  pool: Pool,
  { programId, partnerId, status }: Owner & { readonly status: PartnerCommissionItem['status'] | null },
  request: PageRequest,
): Promise<Page<PartnerCommissionItem>> {
  const { rows } = await pool.query<Row>(
    `${COMMISSIONS} where c.program_id = $1 and c.partner_id = $5
        and (c.created_at, c.id) < (${timeOfMicros('$2')}, $3::bigint)
        and ($6::text is null or c.status = $6)
      order by c.created_at desc, c.id desc limit $4`,
    [programId, ...positionOf(request, 2), request.limit + 1, partnerId, status],
  );
  return toPage(rows, request, (row) => [row.created_us, row.id], itemFromRow);
}

/** What of a partner is pending, by the day (UTC) on which it becomes payable, the first day first. */
export async function readMaturing(
  pool: Pool,
  { programId, partnerId }: Owner,
): Promise<PartnerProgramDetail['maturing']> {
  const { rows } = await pool.query<{
    readonly day: string;
    readonly currency: string;
    readonly amount: string;
    readonly commissions: number;
  }>(
    `select to_char(payable_at at time zone 'UTC', 'YYYY-MM-DD') as day, currency, sum(amount_cents)::text as amount,
            count(*) as commissions
       from commissions where program_id = $1 and partner_id = $2 and status = 'pending'
      group by 1, 2 order by 1, 2`,
    [programId, partnerId],
  );
  return rows.map(({ amount, ...row }) => ({ ...row, amount_cents: BigInt(amount) }));
}

/** One of them with why it is what it is; null when the partner has none of this number. */
export async function readPartnerCommission(
  pool: Pool,
  { programId, partnerId }: Owner,
  commissionId: number,
): Promise<{ readonly commission: PartnerCommissionItem; readonly story: string[] } | null> {
  const { rows } = await pool.query<Row>(
    `${COMMISSIONS} where c.program_id = $1 and c.partner_id = $2 and c.id = $3`,
    [programId, partnerId, commissionId],
  );
  const row = rows[0];
  const history = row && (await readSaleHistory(pool, programId, { commissionId }));
  if (!row || !history) return null;
  return { commission: itemFromRow(row), story: tellSale(history, 'partner') };
}

function itemFromRow({ created_us, payable_at, sale_at, created_at, ...row }: Row): PartnerCommissionItem {
  return {
    ...row,
    payable_at: payable_at.toISOString(),
    sale_at: sale_at.toISOString(),
    created_at: created_at.toISOString(),
  };
}
