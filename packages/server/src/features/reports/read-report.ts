import { ReportAnswer, ReportQuery } from '@svc/contract';
import { defineRead } from '../../operations/define-operation.js';
import { readDays } from './days.js';
import { loadReport } from './load-report.js';

export const readReport = defineRead({
  name: 'readReport',
  route: 'GET /api/programs/:programId/report',
  permission: 'report:read',
  summary: 'Totals of a program between two days (UTC), both included: by day, partner and link',
  input: ReportQuery,
  output: ReportAnswer,
  errors: ['from_invalid', 'to_invalid'],
  run: ({ pool, scope, input, nowMs }) => loadReport(pool, scope.programId, readDays(input, nowMs)),
});
