import { CohortAnswer, CohortQuery } from '@svc/contract';
import { defineRead } from '../../operations/define-operation.js';
import { COHORT_ROW, cohortRows } from './cohort-rows.js';
import { readDays } from './days.js';
import { loadCohorts } from './load-cohorts.js';

export const readCohorts = defineRead({
  name: 'readCohorts',
  route: 'GET /api/programs/:programId/cohorts',
  permission: 'report:read',
  summary: 'Revenue, commissions and paying customers by the month of the first sale, month after month',
  input: CohortQuery,
  output: CohortAnswer,
  errors: ['from_invalid', 'to_invalid'],
  run: ({ pool, scope, input, nowMs }) =>
    loadCohorts(pool, scope.programId, readDays(input, nowMs), input.currency ?? null),
  table: { schema: () => COHORT_ROW, rows: cohortRows },
});
