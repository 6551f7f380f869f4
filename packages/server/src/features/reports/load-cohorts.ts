import type { CohortAnswer } from '@svc/contract';
import type { Pool } from 'pg';
import type { Days } from './load-report.js';
import { keptTotals } from './totals.js';

const SUMS = ['revenue_cents', 'refunded_cents', 'commission_cents', 'reversed_cents'] as const;

type SumsRow = Record<(typeof SUMS)[number], string>;

interface CohortRow extends SumsRow {
  /** Months since year 0; null: of customers who have not bought. */
  readonly cohort: number | null;
  readonly after: number;
  readonly customers: number;
  /** Of the whole cohort. */
  readonly size: number;
}

type Sums = CohortAnswer['totals'];

/** Months since year 0 of a timestamp (UTC), so that they can be subtracted. */
const monthSql = (timestamp: string) =>
  `(extract(year from ${timestamp} at time zone 'UTC') * 12 + extract(month from ${timestamp} at time zone 'UTC') - 1)::integer`;
const inPeriod = (timestamp: string) =>
  `${timestamp} >= $2::date::timestamp at time zone 'UTC' and ${timestamp} < ($3::date + 1)::timestamp at time zone 'UTC'`;

const COHORT = monthSql('c.first_sale_at');

/** What counts on which day is as in daily totals (`verify` recounts those in the same way), so the sums are those of the report. */
const EVENTS = `
  select s.customer_id, ${monthSql('s.recorded_at')} as month, 1 as sales, s.amount_cents as revenue, 0::bigint as refunded,
         0::bigint as commission, 0::bigint as reversed
    from sales s where s.program_id = $1 and not s.test_mode and s.currency = $4 and ${inPeriod('s.recorded_at')}
  union all
  select s.customer_id, ${monthSql('f.occurred_at')}, 0, 0, f.amount_cents, 0, 0
    from refunds f join sales s on s.id = f.sale_id
   where f.program_id = $1 and not s.test_mode and s.currency = $4 and ${inPeriod('f.occurred_at')}
  union all
  select s.customer_id, ${monthSql('s.recorded_at')}, 0, 0, 0, m.original_cents, 0
    from commissions m join sales s on s.id = m.sale_id
   where m.program_id = $1 and m.currency = $4 and ${inPeriod('s.recorded_at')}
  union all
  select d.customer_id, ${monthSql('d.occurred_at')}, 0, 0, 0, m.original_cents, 0
    from commissions m join leads d on d.id = m.lead_id
   where m.program_id = $1 and m.currency = $4 and ${inPeriod('d.occurred_at')}
  union all
  select s.customer_id, ${monthSql('v.occurred_at')}, 0, 0, 0, 0, case v.from_account when 'expense' then -v.amount_cents else v.amount_cents end
    from ledger_movements v join commissions m on m.id = v.commission_id join sales s on s.id = m.sale_id
   where v.program_id = $1 and v.currency = $4 and v.kind in ('reverse', 'restore', 'reassign') and ${inPeriod('v.occurred_at')}`;

/**
 * What a program's customers brought in a period in one currency, by the month of their first sale and the months since. Counted from
 * the sales of the program: customers are in no totals that are kept. Decision 37.
 */
export async function loadCohorts(
  pool: Pool,
  programId: number,
  days: Days,
  asked: string | null,
): Promise<CohortAnswer> {
  const { rows: found } = await pool.query<{ readonly own: string; readonly currency: string | null }>(
    `select g.currency as own, k.currency
       from programs g left join (select currency from (${keptTotals('program_id = $1 and day between $2 and $3')}) kept
         group by currency having ${SUMS.map((name) => `sum(abs(${name})) > 0`).join(' or ')}) k on true
      where g.id = $1 order by k.currency`,
    [programId, days.from, days.to],
  );
  const currency = asked ?? found[0]?.own ?? '';
  const { rows } = await pool.query<CohortRow>(
    `with sized as (
       select ${COHORT} as cohort, count(*)::integer as size
         from customers c join sales s on s.id = c.first_sale_id
        where c.program_id = $1 and not s.test_mode and s.currency = $4 group by 1
     ), monthly as (
       select customer_id, month, sum(sales) as sales, sum(revenue) as revenue, sum(refunded) as refunded,
              sum(commission) as commission, sum(reversed) as reversed
         from (${EVENTS}) events group by customer_id, month
     )
     select ${COHORT} as cohort, greatest(monthly.month - coalesce(${COHORT}, monthly.month), 0) as after,
            count(distinct monthly.customer_id) filter (where monthly.sales > 0)::integer as customers,
            coalesce(max(sized.size), 0) as size, sum(revenue)::text as revenue_cents, sum(refunded)::text as refunded_cents,
            sum(commission)::text as commission_cents, sum(reversed)::text as reversed_cents
       from monthly left join customers c on c.id = monthly.customer_id left join sized on sized.cohort = ${COHORT}
      group by 1, 2 order by 1 nulls last, 2`,
    [programId, days.from, days.to, currency],
  );
  return {
    ...days,
    currency,
    currencies: found.flatMap((row) => (row.currency === null ? [] : [row.currency])),
    cohorts: cohortsOf(rows),
    totals: rows
      .map(sumsOf)
      .reduce(add, { revenue_cents: 0n, refunded_cents: 0n, commission_cents: 0n, reversed_cents: 0n }),
  };
}

/** Rows come in the order of their cohorts. */
function cohortsOf(rows: readonly CohortRow[]): CohortAnswer['cohorts'] {
  const cohorts = new Map<number | null, CohortAnswer['cohorts'][number]>();
  for (const row of rows) {
    const known = cohorts.get(row.cohort) ?? {
      month: row.cohort === null ? null : monthText(row.cohort),
      customers: row.size,
      months: [],
    };
    known.months.push({ after: row.after, customers: row.customers, ...sumsOf(row) });
    cohorts.set(row.cohort, known);
  }
  return [...cohorts.values()];
}

function sumsOf(row: SumsRow): Sums {
  return {
    revenue_cents: BigInt(row.revenue_cents),
    refunded_cents: BigInt(row.refunded_cents),
    commission_cents: BigInt(row.commission_cents),
    reversed_cents: BigInt(row.reversed_cents),
  };
}

function add(one: Sums, other: Sums): Sums {
  return {
    revenue_cents: one.revenue_cents + other.revenue_cents,
    refunded_cents: one.refunded_cents + other.refunded_cents,
    commission_cents: one.commission_cents + other.commission_cents,
    reversed_cents: one.reversed_cents + other.reversed_cents,
  };
}

function monthText(months: number): string {
  return `${String(Math.floor(months / 12)).padStart(4, '0')}-${String((months % 12) + 1).padStart(2, '0')}`;
}
