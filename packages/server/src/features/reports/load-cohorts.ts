import type { CohortAnswer } from '@svc/contract';
import type { Pool } from 'pg';
import { rowsAtOnce } from '../../database/slices.js';
import { readCustomerIds } from '../customers/read-customer-ids.js';
import type { Days } from './days.js';
import { reversals } from './reversals.js';
import { keptTotals } from './totals.js';

const SUMS = ['revenue_cents', 'refunded_cents', 'commission_cents', 'reversed_cents'] as const;

type SumsRow = Record<(typeof SUMS)[number], string>;

interface CohortRow extends SumsRow {
  /** The month of the first sale, as `monthSql` counts; null: of customers who have not bought. */
  readonly cohort: number | null;
  readonly after: number;
  readonly customers: number;
  /** What of it is in the period; 0: only the size of the cohort is known from it. */
  readonly events: number;
  /** Customers whose first sale is among these events. */
  readonly first: number;
}

type Sums = CohortAnswer['totals'];

/** Customers whose events one statement counts on the embedded engine. */
const CUSTOMERS_AT_ONCE = 400;
const FIRST_YEAR = 1990;
/** Where months (UTC) begin. Looking one up in them costs less than computing it from each timestamp. */
const MONTHS = `select array_agg(month at time zone 'UTC' order by month) as starts
    from generate_series('${FIRST_YEAR}-01-01'::timestamp, '2099-12-01', '1 month') month`;
/** The number of a month among `months`; 1 is the first. */
const monthSql = (timestamp: string) => `width_bucket(${timestamp}, (select starts from months))`;
const inPeriod = (timestamp: string) =>
  `${timestamp} >= $2::date::timestamp at time zone 'UTC' and ${timestamp} < ($3::date + 1)::timestamp at time zone 'UTC'`;

/** The customer, their cohort and how many months later something was; what was before the first sale belongs to its month. */
const placed = (timestamp: string) => `c.id as customer_id, ${monthSql('c.first_sale_at')} as cohort,
         greatest(${monthSql(timestamp)} - ${monthSql('c.first_sale_at')}, 0) as after`;

const COMMISSIONS = `
      select m.id from sales s join commissions m on m.sale_id = s.id where s.customer_id = any($5::bigint[])
      union all
      select m.id from leads d join commissions m on m.lead_id = d.id where d.customer_id = any($5::bigint[])`;

/**
 * What counts on which day is as in daily totals (`verify` recounts those in the same way), so the sums are those of the report. Sales
 * are read of all times, because the size of a cohort is how many had their first sale in it. Commissions are read apart from sales,
 * because a flat one may be in another currency than its sale. $5: the customers, a part of all.
 */
const EVENTS = `
  select ${placed('s.recorded_at')}, s.counts as events, s.counts as sales, (s.id = c.first_sale_id)::integer as first,
         s.amount_cents * s.counts as revenue, 0::bigint as refunded, 0::bigint as commission, 0::bigint as reversed
    from (select id, customer_id, recorded_at, amount_cents, (${inPeriod('recorded_at')})::integer as counts
            from sales where customer_id = any($5::bigint[]) and program_id = $1 and not test_mode and currency = $4) s
    join customers c on c.id = s.customer_id
  union all
  select ${placed('s.recorded_at')}, 1, 0, 0, 0, 0, m.original_cents, 0
    from commissions m join sales s on s.id = m.sale_id and s.partner_id = m.partner_id join customers c on c.id = s.customer_id
   where s.customer_id = any($5::bigint[]) and m.program_id = $1 and m.currency = $4 and m.reassigned_at is null
     and not s.test_mode and ${inPeriod('s.recorded_at')}
  union all
  select ${placed('f.occurred_at')}, 1, 0, 0, 0, f.amount_cents, 0, 0
    from refunds f join sales s on s.id = f.sale_id join customers c on c.id = s.customer_id
   where s.customer_id = any($5::bigint[]) and f.program_id = $1 and not s.test_mode and s.currency = $4 and ${inPeriod('f.occurred_at')}
  union all
  select ${placed('d.occurred_at')}, 1, 0, 0, 0, 0, m.original_cents, 0
    from commissions m join leads d on d.id = m.lead_id join customers c on c.id = d.customer_id
   where d.customer_id = any($5::bigint[]) and m.program_id = $1 and m.currency = $4 and m.lead_id is not null and ${inPeriod('d.occurred_at')}
  union all
  select ${placed('v.occurred_at')}, 1, 0, 0, 0, 0, 0, v.cents::bigint
    from (${reversals(`v.program_id = $1 and v.currency = $4 and v.commission_id in (${COMMISSIONS})`)}) v
    left join sales s on s.id = v.sale_id left join leads d on d.id = v.lead_id
    join customers c on c.id = coalesce(s.customer_id, d.customer_id) where ${inPeriod('v.occurred_at')}`;

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
  const rows = await countCohorts(pool, programId, days, currency);
  return {
    ...days,
    currency,
    currencies: found.flatMap((row) => (row.currency === null ? [] : [row.currency])),
    cohorts: cohortsOf(rows),
    totals: rows
      .map(({ sums }) => sums)
      .reduce(add, { revenue_cents: 0n, refunded_cents: 0n, commission_cents: 0n, reversed_cents: 0n }),
  };
}

/** The sums of all customers, counted for some at a time; each customer is counted in one statement. */
async function countCohorts(
  pool: Pool,
  programId: number,
  days: Days,
  currency: string,
): Promise<readonly Counted[]> {
  const counted = new Map<string, Counted>();
  const limit = rowsAtOnce(pool, CUSTOMERS_AT_ONCE);
  for await (const customerIds of readCustomerIds(pool, programId, limit)) {
    const { rows } = await pool.query<CohortRow>(
      `with months as (${MONTHS})
       select cohort, after, sum(events)::integer as events,
              (count(distinct customer_id) filter (where sales > 0))::integer as customers, sum(first)::integer as first,
              sum(revenue)::text as revenue_cents, sum(refunded)::text as refunded_cents, sum(commission)::text as commission_cents,
              sum(reversed)::text as reversed_cents
         from (${EVENTS}) events group by cohort, after`,
      [programId, days.from, days.to, currency, customerIds],
    );
    for (const row of rows) {
      const key = `${row.cohort} ${row.after}`;
      const known = counted.get(key);
      counted.set(key, known === undefined ? { ...row, sums: sumsOf(row) } : together(known, row));
    }
  }
  const last = Number.POSITIVE_INFINITY;
  return [...counted.values()].sort((a, b) => (a.cohort ?? last) - (b.cohort ?? last) || a.after - b.after);
}

interface Counted extends Pick<CohortRow, 'cohort' | 'after' | 'events' | 'customers' | 'first'> {
  readonly sums: Sums;
}

function together(one: Counted, other: CohortRow): Counted {
  const { cohort, after } = one;
  return {
    cohort,
    after,
    events: one.events + other.events,
    customers: one.customers + other.customers,
    first: one.first + other.first,
    sums: add(one.sums, sumsOf(other)),
  };
}

/** Rows come in the order of their cohorts. Of a month without events in the period, only the size of its cohort counts. */
function cohortsOf(rows: readonly Counted[]): CohortAnswer['cohorts'] {
  const sizes = new Map<number | null, number>();
  for (const { cohort, first } of rows) sizes.set(cohort, (sizes.get(cohort) ?? 0) + first);
  const cohorts = new Map<number | null, CohortAnswer['cohorts'][number]>();
  for (const { cohort, after, customers, events, sums } of rows) {
    if (events === 0) continue;
    const known = cohorts.get(cohort) ?? {
      month: cohort === null ? null : monthText(cohort),
      customers: sizes.get(cohort) ?? 0,
      months: [],
    };
    known.months.push({ after, customers, ...sums });
    cohorts.set(cohort, known);
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

function monthText(cohort: number): string {
  return new Date(Date.UTC(FIRST_YEAR, cohort - 1)).toISOString().slice(0, 7);
}
