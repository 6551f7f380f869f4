import type { PartnerStatement } from '@svc/contract';
import type { Pool } from 'pg';
import type { Encryption } from '../../crypto/encryption.js';
import { partsOf } from '../../database/slices.js';
import { RefusedError } from '../../operations/refused-error.js';
import type { PartnerScope } from '../commissions/list-partner-commissions.js';
import { findPayout } from './load-payouts.js';
import { loadPayoutMovements } from './statement-lines.js';

interface LineRow {
  readonly id: number;
  readonly kind: 'pay' | 'pay_adjustment' | 'carry';
  readonly commission_id: number | null;
  readonly adjustment_id: number | null;
  readonly reason: string | null;
  /** What it adds to the payout, or takes off it. */
  readonly amount_cents: number;
  readonly sale_at: Date | null;
  readonly lead_at: Date | null;
}

/** Movements that one statement reads on the embedded engine. */
const MOVEMENTS_AT_ONCE = 150;
const ORDER = ['pay', 'pay_adjustment', 'carry'] as const;
const KINDS = { pay: 'commission', pay_adjustment: 'adjustment', carry: 'carried' } as const;

/** What a payout of a partner consists of; refused when the partner has none of this number. Its lines sum to its amount. */
export async function loadStatement(
  pool: Pool,
  { programId, partnerId }: PartnerScope,
  which: { readonly payoutId: number; readonly encryption: Encryption },
): Promise<PartnerStatement> {
  const payout = await findPayout(pool, { programId, ...which });
  if (payout === null || payout.partner_id !== partnerId) throw new RefusedError('not_found');
  const found: LineRow[] = [];
  for (const part of partsOf(pool, await loadPayoutMovements(pool, which.payoutId), MOVEMENTS_AT_ONCE))
    found.push(...(await pool.query<LineRow>(LINES, [part])).rows);
  const rows = found.sort(compareLines);
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

const LINES = `
  select m.id, m.kind, m.commission_id, m.adjustment_id, a.reason, s.occurred_at as sale_at, d.occurred_at as lead_at,
         case when m.to_account = 'paid' then m.amount_cents else -m.amount_cents end as amount_cents
    from ledger_movements m
    left join commissions c on c.id = m.commission_id
    left join sales s on s.id = c.sale_id
    left join leads d on d.id = c.lead_id
    left join adjustments a on a.id = m.adjustment_id
   where m.id = any($1::bigint[])`;

/** Commissions by the time of their sale or lead, then adjustments, then what is carried. */
function compareLines(a: LineRow, b: LineRow): number {
  return ORDER.indexOf(a.kind) - ORDER.indexOf(b.kind) || timeOfLine(a) - timeOfLine(b) || a.id - b.id;
}

function timeOfLine({ sale_at, lead_at }: LineRow): number {
  return (sale_at ?? lead_at)?.getTime() ?? Number.MAX_SAFE_INTEGER;
}
