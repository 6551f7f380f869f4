import type { CommissionReason, LeadRewardReason } from '@svc/core';
import type { Pool } from 'pg';
import { partsOf } from '../../database/slices.js';
import type { PartnerScope } from '../commissions/list-partner-commissions.js';

/** More would be a book; the CSV file has all of them. */
export const MAX_LINES = 5000;

/** Lines that one statement reads on the embedded engine. */
const LINES_AT_ONCE = 150;

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

/** The movements that a payout consists of; none is ever added. */
export async function loadPayoutMovements(pool: Pool, payoutId: number): Promise<readonly number[]> {
  const { rows } = await pool.query<{ readonly ids: number[] | null }>(
    `select json_agg(id order by id) as ids from ledger_movements
      where payout_id = $1 and kind in ('pay', 'pay_adjustment', 'carry')`,
    [payoutId],
  );
  return rows[0]?.ids ?? [];
}

const PAYOUT_LINES = `
  select m.id, case m.kind when 'pay' then 'commission' when 'pay_adjustment' then 'adjustment' else 'carried' end as kind,
         ${LINE_COLUMNS}, a.reason as note, null as status, m.currency,
         case when m.to_account = 'paid' then m.amount_cents else -m.amount_cents end as "amountCents"
    from ledger_movements m
    left join commissions c on c.id = m.commission_id
    left join sales s on s.id = c.sale_id
    left join leads d on d.id = c.lead_id
    left join adjustments a on a.id = m.adjustment_id
   where m.id = any($1::bigint[])`;

interface FoundLine extends StatementLine {
  readonly id: number;
}

/** What a payout consists of, up to `MAX_LINES` lines and one, in the order of the statement. */
export async function loadPayoutLines(pool: Pool, payoutId: number): Promise<StatementLine[]> {
  const found: FoundLine[] = [];
  for (const part of partsOf(pool, await loadPayoutMovements(pool, payoutId), LINES_AT_ONCE))
    found.push(...(await pool.query<FoundLine>(PAYOUT_LINES, [part])).rows);
  const order = ['commission', 'adjustment', 'carried'];
  return found
    .sort((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind) || compareTimes(a, b))
    .slice(0, MAX_LINES + 1);
}

/** The earliest first; what has no time comes last. */
function compareTimes(a: FoundLine, b: FoundLine): number {
  const last = Number.MAX_SAFE_INTEGER;
  return (a.at?.getTime() ?? last) - (b.at?.getTime() ?? last) || a.id - b.id;
}

/** A partner's time in a program, from one moment to before another. */
export interface StatementPeriod extends PartnerScope {
  readonly from: Date;
  readonly until: Date;
}

const MONTH_COMMISSIONS = `
  select 'commission' as kind, ${LINE_COLUMNS}, null as note, c.status, c.currency, c.amount_cents as "amountCents", c.id
    from commissions c
    left join sales s on s.id = c.sale_id
    left join leads d on d.id = c.lead_id
   where c.id = any($1::bigint[]) and coalesce(s.occurred_at, d.occurred_at) >= $2 and coalesce(s.occurred_at, d.occurred_at) < $3`;
const MONTH_ADJUSTMENTS = `
  select 'adjustment' as kind, a.created_at as at, null as "order", null::bigint as "saleCents", null as "saleCurrency", null as reason,
         a.reason as note, a.status, a.currency, a.amount_cents as "amountCents", a.id
    from adjustments a
   where a.program_id = $1 and a.partner_id = $2 and a.created_at >= $3 and a.created_at < $4`;

/** What was earned in a period, as it stands now: up to `MAX_LINES` lines and one, the earliest first, and the sums of all by currency. */
export async function loadMonthLines(
  pool: Pool,
  { programId, partnerId, from, until }: StatementPeriod,
): Promise<{
  readonly lines: readonly StatementLine[];
  readonly totals: readonly { readonly currency: string; readonly amountCents: bigint }[];
}> {
  const { rows } = await pool.query<{ readonly ids: number[] | null }>(
    'select json_agg(id order by created_at, id) as ids from commissions where program_id = $1 and partner_id = $2',
    [programId, partnerId],
  );
  const adjusted = await pool.query<FoundLine>(MONTH_ADJUSTMENTS, [programId, partnerId, from, until]);
  const found = adjusted.rows;
  for (const part of partsOf(pool, rows[0]?.ids ?? [], LINES_AT_ONCE))
    found.push(...(await pool.query<FoundLine>(MONTH_COMMISSIONS, [part, from, until])).rows);
  const sums = new Map<string, bigint>();
  for (const { currency, amountCents } of found)
    sums.set(currency, (sums.get(currency) ?? 0n) + BigInt(amountCents));
  const totals = [...sums].map(([currency, amountCents]) => ({ currency, amountCents }));
  return {
    lines: found.sort(compareTimes).slice(0, MAX_LINES + 1),
    totals: totals.sort((a, b) => (a.currency < b.currency ? -1 : 1)),
  };
}
