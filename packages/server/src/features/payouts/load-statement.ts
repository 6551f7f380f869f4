import type { PartnerStatement } from '@svc/contract';
import type { Pool } from 'pg';
import type { Encryption } from '../../crypto/encryption.js';
import { RefusedError } from '../../operations/refused-error.js';
import type { PartnerScope } from '../commissions/list-partner-commissions.js';
import { findPayout } from './load-payouts.js';

interface LineRow {
  readonly kind: 'pay' | 'pay_adjustment' | 'carry';
  readonly commission_id: number | null;
  readonly adjustment_id: number | null;
  readonly reason: string | null;
  /** What it adds to the payout, or takes off it. */
  readonly amount_cents: number;
  readonly sale_at: Date | null;
  readonly lead_at: Date | null;
}

const KINDS = { pay: 'commission', pay_adjustment: 'adjustment', carry: 'carried' } as const;

/** What a payout of a partner consists of; refused when the partner has none of this number. Its lines sum to its amount. */
export async function loadStatement(
  pool: Pool,
  { programId, partnerId }: PartnerScope,
  which: { readonly payoutId: number; readonly encryption: Encryption },
): Promise<PartnerStatement> {
  const payout = await findPayout(pool, { programId, ...which });
  if (payout === null || payout.partner_id !== partnerId) throw new RefusedError('not_found');
  const { rows } = await pool.query<LineRow>(
    `select m.kind, m.commission_id, m.adjustment_id, a.reason, s.occurred_at as sale_at, d.occurred_at as lead_at,
            case when m.to_account = 'paid' then m.amount_cents else -m.amount_cents end as amount_cents
       from ledger_movements m
       left join commissions c on c.id = m.commission_id
       left join sales s on s.id = c.sale_id
       left join leads d on d.id = c.lead_id
       left join adjustments a on a.id = m.adjustment_id
      where m.payout_id = $1 and m.kind in ('pay', 'pay_adjustment', 'carry')
      order by array_position(array['pay', 'pay_adjustment', 'carry'], m.kind), coalesce(s.occurred_at, d.occurred_at), m.id`,
    [which.payoutId],
  );
  return {
    payout,
    lines: rows.map((row) => ({
      kind: KINDS[row.kind],
      commission_id: row.commission_id,
      adjustment_id: row.adjustment_id,
      reason: row.reason,
      sale_at: row.sale_at?.toISOString() ?? null,
      lead_at: row.lead_at?.toISOString() ?? null,
      amount_cents: row.amount_cents,
    })),
  };
}
