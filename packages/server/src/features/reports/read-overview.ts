import { OverviewAnswer, ReportQuery } from '@svc/contract';
import type { Pool } from 'pg';
import { defineRead } from '../../operations/define-operation.js';
import { type Days, readDays } from './days.js';
import { dayRows, REPORT_ROWS } from './figure-rows.js';
import { loadReport } from './load-report.js';
import { keptTotals, type Totals } from './totals.js';

const TOP = 5;
const STEPS = ['clicks', 'leads', 'customers', 'sales'] as const;

/**
 * What the first page of the dashboard shows of a period. Only leads that are credited to a partner are counted, so that no step of the
 * funnel has more than the one before; the others stand beside them. `top`: how many of the best partners.
 */
export async function loadOverview(
  pool: Pool,
  programId: number,
  days: Days,
  top = TOP,
): Promise<OverviewAnswer> {
  const report = await loadReport(pool, programId, days);
  const { from, to, partners } = report;
  const unattributed = await loadUnattributedLeads(pool, programId, {
    from: report.previous.from,
    to,
  });
  const creditedOnly = (rows: readonly Totals[], isMeant: (day: string) => boolean) =>
    rows.map((row) => ({ ...row, leads: row.leads - countLeads(unattributed, row.currency, isMeant) }));
  const creditedOnDay = (row: OverviewAnswer['days'][number]) => ({
    ...row,
    leads: row.leads - countLeads(unattributed, row.currency, (day) => day === row.day),
  });
  const isNow = (day: string) => day >= from;
  const totals = creditedOnly(report.totals, isNow);
  const previous = {
    ...report.previous,
    totals: creditedOnly(report.previous.totals, (day) => day < from),
    days: report.previous.days.map(creditedOnDay),
  };
  const funnel = STEPS.map((step) => ({ step, count: totals.reduce((sum, row) => sum + row[step], 0n) }));
  const topPartners = partners
    .flatMap(({ partner_id, name, ...sums }) =>
      partner_id === null ? [] : [{ partner_id, name: name ?? `Partner ${partner_id}`, ...sums }],
    )
    .filter((row) => row.sales > 0n || row.clicks > 0n)
    // Amounts of two currencies cannot be compared, sales can; of equals who earned more.
    .sort(
      (a, b) => compareAmounts(b.sales, a.sales) || compareAmounts(b.commission_cents, a.commission_cents),
    )
    .slice(0, top);
  const unattributedLeads = countLeads(unattributed, null, isNow);
  return {
    from,
    to,
    totals,
    previous,
    days: report.days.map(creditedOnDay),
    unattributed_leads: unattributedLeads,
    funnel,
    top_partners: topPartners,
  };
}

interface UnattributedRow {
  readonly day: string;
  readonly currency: string;
  readonly leads: bigint;
}

/** Leads that are credited to nobody, per day and currency. */
async function loadUnattributedLeads(
  pool: Pool,
  programId: number,
  { from, to }: Days,
): Promise<UnattributedRow[]> {
  const { rows } = await pool.query<{ day: string; currency: string; leads: string }>(
    `select day, currency, sum(leads) as leads
       from (${keptTotals('program_id = $1 and day between $2 and $3 and partner_id = 0')}) kept
      group by day, currency`,
    [programId, from, to],
  );
  return rows.map((row) => ({ ...row, leads: BigInt(row.leads) }));
}

/** `currency` null: of all. */
function countLeads(
  rows: readonly UnattributedRow[],
  currency: string | null,
  isMeant: (day: string) => boolean,
): bigint {
  return rows
    .filter((row) => (currency === null || row.currency === currency) && isMeant(row.day))
    .reduce((sum, { leads }) => sum + leads, 0n);
}

function compareAmounts(a: bigint, b: bigint): number {
  return a < b ? -1 : Number(a > b);
}

export const readOverview = defineRead({
  name: 'readOverview',
  route: 'GET /api/programs/:programId/overview',
  permission: 'report:read',
  summary: 'Totals, change, time series, funnel and best partners of a period',
  input: ReportQuery,
  output: OverviewAnswer,
  errors: ['from_invalid', 'to_invalid'],
  run: ({ pool, scope, input, nowMs }) => loadOverview(pool, scope.programId, readDays(input, nowMs)),
  table: { schema: () => REPORT_ROWS.day, rows: dayRows },
});
