import { OverviewAnswer, ReportQuery } from '@svc/contract';
import type { Pool } from 'pg';
import { defineRead } from '../../operations/define-operation.js';
import { readDays } from './days.js';
import { type Days, loadReport } from './load-report.js';

const TOP = 5;
const STEPS = ['clicks', 'leads', 'customers', 'sales'] as const;

/** What the first page of the dashboard shows of a period. */
async function loadOverview(pool: Pool, programId: number, days: Days): Promise<OverviewAnswer> {
  const { from, to, totals, previous, days: byDay, partners } = await loadReport(pool, programId, days);
  const funnel = STEPS.map((step) => ({ step, count: totals.reduce((sum, row) => sum + row[step], 0n) }));
  const top = partners
    .flatMap(({ partner_id, name, ...sums }) =>
      partner_id === null ? [] : [{ partner_id, name: name ?? `Partner ${partner_id}`, ...sums }],
    )
    .filter((row) => row.sales > 0n || row.clicks > 0n)
    // Amounts of two currencies cannot be compared, sales can; of equals who earned more.
    .sort(
      (a, b) => compareAmounts(b.sales, a.sales) || compareAmounts(b.commission_cents, a.commission_cents),
    )
    .slice(0, TOP);
  return { from, to, totals, previous, days: byDay, funnel, top_partners: top };
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
});
