import { ReportAnswer, ReportTableQuery } from '@svc/contract';
import { defineRead } from '../../operations/define-operation.js';
import { REPORT_ROWS, reportRows } from './figure-rows.js';
import { loadReportOf } from './report-of.js';

export const readReport = defineRead({
  name: 'readReport',
  route: 'GET /api/programs/:programId/report',
  permission: 'report:read',
  summary: 'Totals of a program between two days (UTC), both included: by day, partner and link',
  input: ReportTableQuery,
  output: ReportAnswer,
  errors: ['from_invalid', 'to_invalid'],
  run: ({ pool, scope, input, nowMs }) =>
    loadReportOf(pool, { programId: scope.programId, partnerId: null }, input, nowMs),
  table: {
    schema: ({ by = 'day' }) => REPORT_ROWS[by],
    rows: (report, { by = 'day' }) => reportRows(report, by),
  },
});
