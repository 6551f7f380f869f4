import { ReportAnswer, ReportQuery } from '@svc/contract';
import { defineRead } from '../../operations/define-operation.js';
import { readDays } from './days.js';
import { loadReport } from './load-report.js';

export const readPartnerReport = defineRead({
  name: 'readPartnerReport',
  route: 'GET /api/partner/programs/:programId/statistics',
  permission: 'partner',
  summary: 'What the caller brought in a period: in all, by day and by link',
  input: ReportQuery,
  output: ReportAnswer,
  errors: ['from_invalid', 'to_invalid'],
  run: ({ pool, scope, input, nowMs }) =>
    loadReport(pool, scope.programId, readDays(input, nowMs), scope.partnerId),
});
