import { CohortAnswer, CohortQuery } from '@svc/contract';
import { toCsv } from '../../operations/csv.js';
import { defineRead } from '../../operations/define-operation.js';
import { AMOUNT_COLUMNS, amountsOf } from './amounts-csv.js';
import { readDays } from './days.js';
import { loadCohorts } from './load-cohorts.js';

/** Cohorts as a file: one line per month of the first sale and month after it. */
function cohortCsv({ currency, cohorts }: CohortAnswer): string {
  return toCsv(
    [
      'first_sale_month',
      'cohort_customers',
      'months_after',
      'paying_customers',
      'currency',
      ...AMOUNT_COLUMNS,
    ],
    cohorts.flatMap(({ month, customers, months }) =>
      months.map((row) => [
        month,
        customers,
        row.after,
        row.customers,
        currency,
        ...amountsOf({ ...row, currency }),
      ]),
    ),
  );
}

export const downloadCohorts = defineRead({
  name: 'downloadCohorts',
  route: 'GET /api/programs/:programId/cohorts.csv',
  permission: 'report:read',
  summary: 'Cohorts as a CSV file',
  input: CohortQuery,
  output: CohortAnswer,
  file: 'text/csv',
  errors: ['from_invalid', 'to_invalid'],
  async run({ pool, scope, input, nowMs }) {
    const days = readDays(input, nowMs);
    const cohorts = await loadCohorts(pool, scope.programId, days, input.currency ?? null);
    return {
      name: `cohorts-${cohorts.currency}-${days.from}-${days.to}.csv`,
      content: cohortCsv(cohorts),
    };
  },
});
