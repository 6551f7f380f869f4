import { CohortAnswer, CohortQuery } from '@svc/contract';
import { defineRead } from '../../operations/define-operation.js';
import { csvText } from '../../operations/list-file.js';
import { COHORT_ROW, cohortRows } from './cohort-rows.js';
import { readDays } from './days.js';
import { loadCohorts } from './load-cohorts.js';

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
      content: csvText(cohortRows(cohorts), COHORT_ROW),
    };
  },
});
