import { ReportAnswer, ReportOfQuery } from '@svc/contract';
import { defineRead } from '../../operations/define-operation.js';
import { loadReportOf } from './report-of.js';

export const readReport = defineRead({
  name: 'readReport',
  route: 'GET /api/programs/:programId/report',
  permission: 'report:read',
  summary: 'Totals of a program between two days (UTC), both included: by day, partner and link',
  input: ReportOfQuery,
  output: ReportAnswer,
  errors: ['from_invalid', 'to_invalid'],
  run: ({ pool, scope, input, nowMs }) =>
    loadReportOf(pool, { programId: scope.programId, partnerId: null }, input, nowMs),
});
