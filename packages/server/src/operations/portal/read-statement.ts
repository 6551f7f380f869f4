import type { PartnerStatement } from '@svc/contract';
import type { Pool } from 'pg';
import type { Encryption } from '../../encryption.js';
import { toCsv } from '../csv.js';
import { decimalOf } from '../format-money.js';
import { findPayout } from '../payouts/list-payouts.js';
import type { Owner } from './partner-commissions.js';

interface LineRow {
  readonly kind: 'pay' | 'carry';
  readonly commission_id: number | null;
  /** What it adds to the payout, or takes off it. */
  readonly amount_cents: number;
  readonly sale_at: Date | null;
}

/** What a payout of a partner consists of; null when the partner has none of this number. Its lines sum to its amount. */
export async function readStatement(
  pool: Pool,
  { programId, partnerId }: Owner,
  of: { readonly payoutId: number; readonly encryption: Encryption },
): Promise<PartnerStatement | null> {
  const payout = await findPayout(pool, { programId, ...of });
  if (payout === null || payout.partner_id !== partnerId) return null;
  const { rows } = await pool.query<LineRow>(
    `select m.kind, m.commission_id, s.occurred_at as sale_at,
            case when m.to_account = 'paid' then m.amount_cents else -m.amount_cents end as amount_cents
       from ledger_movements m
       left join commissions c on c.id = m.commission_id
       left join sales s on s.id = c.sale_id
      where m.payout_id = $1 and m.kind in ('pay', 'carry') order by m.kind desc, s.occurred_at, m.id`,
    [of.payoutId],
  );
  return {
    payout,
    lines: rows.map((row) => ({
      kind: row.kind === 'pay' ? 'commission' : 'carried',
      commission_id: row.commission_id,
      sale_at: row.sale_at?.toISOString() ?? null,
      amount_cents: row.amount_cents,
    })),
  };
}

/** A statement as a file, amounts with their decimal point. */
export function statementCsv({ payout, lines }: PartnerStatement): string {
  return toCsv(
    ['payout', 'kind', 'commission', 'sale_at', 'amount', 'currency', 'payee', 'method', 'account'],
    lines.map((line) => [
      payout.id,
      line.kind,
      line.commission_id,
      line.sale_at,
      decimalOf(line.amount_cents, payout.currency),
      payout.currency,
      payout.payee_name,
      payout.method,
      payout.account,
    ]),
  );
}
