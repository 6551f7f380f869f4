import type { CommissionReason, LeadRewardReason } from '@svc/core';
import type { Pool } from 'pg';
import type { PartnerScope } from '../commissions/list-partner-commissions.js';

/** More would be a book; the CSV file has all of them. */
export const MAX_LINES = 5000;

/** One line of a statement as a file shows it. */
export interface StatementLine {
  readonly kind: 'commission' | 'adjustment' | 'carried';
  readonly at: Date | null;
  /** The order number of a sale; null: of a lead, or no commission. */
  readonly order: string | null;
  readonly saleCents: number | null;
  readonly saleCurrency: string | null;
  readonly reason: CommissionReason | LeadRewardReason | null;
  /** Why an adjustment was made. */
  readonly note: string | null;
  readonly amountCents: number;
  readonly currency: string;
  /** Of a commission now. */
  readonly status: string | null;
}

const LINE_COLUMNS = `
  coalesce(s.occurred_at, d.occurred_at) as at, s.transaction_id as "order", s.amount_cents as "saleCents",
  s.currency as "saleCurrency", c.reason`;

/** What a payout consists of, up to `MAX_LINES` lines and one, in the order of the statement. */
export async function loadPayoutLines(pool: Pool, payoutId: number): Promise<StatementLine[]> {
  const { rows } = await pool.query<StatementLine>(
    `select case m.kind when 'pay' then 'commission' when 'pay_adjustment' then 'adjustment' else 'carried' end as kind,
            ${LINE_COLUMNS}, a.reason as note, null as status, m.currency,
            case when m.to_account = 'paid' then m.amount_cents else -m.amount_cents end as "amountCents"
       from ledger_movements m
       left join commissions c on c.id = m.commission_id
       left join sales s on s.id = c.sale_id
       left join leads d on d.id = c.lead_id
       left join adjustments a on a.id = m.adjustment_id
      where m.payout_id = $1 and m.kind in ('pay', 'pay_adjustment', 'carry')
      order by array_position(array['pay', 'pay_adjustment', 'carry'], m.kind), at, m.id
      limit $2`,
    [payoutId, MAX_LINES + 1],
  );
  return rows;
}

/** A partner's time in a program, from one moment to before another. */
export interface StatementPeriod extends PartnerScope {
  readonly from: Date;
  readonly until: Date;
}

const MONTH_LINES = `
  select 'commission' as kind, ${LINE_COLUMNS}, null as note, c.status, c.currency, c.amount_cents as "amountCents", c.id
    from commissions c
    left join sales s on s.id = c.sale_id
    left join leads d on d.id = c.lead_id
   where c.program_id = $1 and c.partner_id = $2
     and coalesce(s.occurred_at, d.occurred_at) >= $3 and coalesce(s.occurred_at, d.occurred_at) < $4
  union all
  select 'adjustment', a.created_at, null, null, null, null, a.reason, a.status, a.currency, a.amount_cents, a.id
    from adjustments a
   where a.program_id = $1 and a.partner_id = $2 and a.created_at >= $3 and a.created_at < $4`;

/** What was earned in a period, as it stands now, up to `MAX_LINES` lines and one, the earliest first. */
export async function loadMonthLines(pool: Pool, period: StatementPeriod): Promise<StatementLine[]> {
  const { rows } = await pool.query<StatementLine & { readonly id: number }>(
    `select * from (${MONTH_LINES}) lines order by at, id limit $5`,
    [...parametersOf(period), MAX_LINES + 1],
  );
  return rows;
}

/** The sums of a period by currency, over all of its lines. */
export async function loadMonthTotals(
  pool: Pool,
  period: StatementPeriod,
): Promise<{ readonly currency: string; readonly amountCents: bigint }[]> {
  const { rows } = await pool.query<{ readonly currency: string; readonly amount: string }>(
    `select currency, sum("amountCents")::text as amount from (${MONTH_LINES}) lines group by currency order by currency`,
    parametersOf(period),
  );
  return rows.map(({ currency, amount }) => ({ currency, amountCents: BigInt(amount) }));
}

function parametersOf({ programId, partnerId, from, until }: StatementPeriod): unknown[] {
  return [programId, partnerId, from, until];
}
