import { ReportAnswer, ReportOfQuery } from '@svc/contract';
import { defineRead } from '../../operations/define-operation.js';
import { loadReportOf } from './report-of.js';

export const readPartnerReport = defineRead({
  name: 'readPartnerReport',
  route: 'GET /api/partner/programs/:programId/statistics',
  permission: 'partner',
  summary: 'What the caller brought in a period: in all, by day and by link',
  input: ReportOfQuery,
  output: ReportAnswer,
  errors: ['from_invalid', 'to_invalid'],
  run: ({ pool, scope, input, nowMs }) => loadReportOf(pool, scope, input, nowMs),
});
