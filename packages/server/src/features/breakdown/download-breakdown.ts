import { BreakdownAnswer, BreakdownQuery, decimalOf } from '@svc/contract';
import { toCsv } from '../../operations/csv.js';
import { defineRead } from '../../operations/define-operation.js';
import { findBreakdown } from './read-breakdown.js';

const COUNTS = ['clicks', 'unique_clicks', 'leads', 'customers', 'sales'] as const;

/** A breakdown as a file: one line per value, and one more for each other currency, which repeats no counts. */
function breakdownCsv({ data }: BreakdownAnswer): string {
  return toCsv(
    ['value', 'name', ...COUNTS, 'currency', 'gross_revenue', 'gross_commission'],
    data.flatMap((row) => {
      const named = [row.value, row.name ?? null];
      const amountsOf = (of: (typeof row.other_currencies)[number]) => [
        of.currency,
        decimalOf(of.revenue_cents, of.currency),
        decimalOf(of.commission_cents, of.currency),
      ];
      return [
        [...named, ...COUNTS.map((name) => row[name]), ...amountsOf(row)],
        ...row.other_currencies.map((other) => [...named, ...COUNTS.map(() => null), ...amountsOf(other)]),
      ];
    }),
  );
}

export const downloadBreakdown = defineRead({
  name: 'downloadBreakdown',
  route: 'GET /api/programs/:programId/breakdown.csv',
  permission: 'report:read',
  summary: 'A breakdown as a CSV file, with up to 1,000 values',
  input: BreakdownQuery,
  output: BreakdownAnswer,
  file: 'text/csv',
  errors: ['from_invalid', 'to_invalid'],
  async run({ pool, scope, input, nowMs }) {
    const breakdown = await findBreakdown(
      pool,
      { programId: scope.programId, partnerId: null },
      input,
      nowMs,
    );
    return {
      name: `breakdown-by-${input.by}-${breakdown.from}-${breakdown.to}.csv`,
      content: breakdownCsv(breakdown),
    };
  },
});
