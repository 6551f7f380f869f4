import type { ReportAnswer } from '@svc/contract';
import type { Pool } from 'pg';

const SUMS = [
  'clicks',
  'leads',
  'customers',
  'sales',
  'revenue_cents',
  'refunded_cents',
  'commission_cents',
  'reversed_cents',
] as const;

type Sums = Record<(typeof SUMS)[number], string>;

interface ReportRow extends Sums {
  readonly kind: 'total' | 'day' | 'partner';
  readonly day: string | null;
  readonly partner_id: number | null;
  readonly name: string | null;
  readonly currency: string;
}

/**
 * What happened in a program from one day to another, both included, as YYYY-MM-DD in UTC: in all, by day and by
 * partner, each per currency. Read from the totals that are kept per day; no event is counted.
 *
 * One statement, because a job moves rows from missed_totals to daily_totals: read one after the other, such a row
 * would be missed or counted twice.
 */
export async function readReport(
  pool: Pool,
  programId: number,
  days: { readonly from: string; readonly to: string },
): Promise<ReportAnswer> {
  const columns = ['day', 'partner_id', 'currency', ...SUMS].join(', ');
  const sums = SUMS.map((name) => `sum(${name}) as ${name}`).join(', ');
  const { rows } = await pool.query<ReportRow>(
    `with kept as (
       select ${columns} from daily_totals where program_id = $1 and day between $2 and $3
       union all
       select ${columns} from missed_totals where program_id = $1 and day between $2 and $3
     ), summed as (
       select case when grouping(day) = 0 then 'day' when grouping(partner_id) = 0 then 'partner' else 'total' end
                as kind, day, partner_id, currency, ${sums}
         from kept group by grouping sets ((currency), (day, currency), (partner_id, currency)))
     select summed.*, p.name from summed left join partners p on p.id = summed.partner_id
      order by day, currency, partner_id`,
    [programId, days.from, days.to],
  );
  const of = (kind: ReportRow['kind']) => rows.filter((row) => row.kind === kind);
  return {
    ...days,
    totals: of('total').map(totalsOf),
    days: of('day').map((row) => ({ day: row.day ?? '', ...totalsOf(row) })),
    partners: of('partner').map((row) => ({
      partner_id: row.partner_id === 0 ? null : row.partner_id,
      name: row.name,
      ...totalsOf(row),
    })),
  };
}

function totalsOf(row: ReportRow) {
  const { currency } = row;
  const sum = (name: keyof Sums) => BigInt(row[name]);
  return {
    currency,
    clicks: sum('clicks'),
    leads: sum('leads'),
    customers: sum('customers'),
    sales: sum('sales'),
    revenue_cents: sum('revenue_cents'),
    refunded_cents: sum('refunded_cents'),
    commission_cents: sum('commission_cents'),
    reversed_cents: sum('reversed_cents'),
  };
}
