import { ReportAnswer, ReportFileQuery } from '@svc/contract';
import { defineRead } from '../../operations/define-operation.js';
import { csvText } from '../../operations/list-file.js';
import { readDays } from './days.js';
import { REPORT_ROWS, reportRows } from './figure-rows.js';
import { loadReport } from './load-report.js';

export const downloadReport = defineRead({
  name: 'downloadReport',
  route: 'GET /api/programs/:programId/report.csv',
  permission: 'report:read',
  summary: 'The report as a CSV file, by day, partner or link',
  input: ReportFileQuery,
  output: ReportAnswer,
  file: 'text/csv',
  errors: ['from_invalid', 'to_invalid'],
  async run({ pool, scope, input, nowMs }) {
    const days = readDays(input, nowMs);
    const { by = 'day' } = input;
    const report = await loadReport(pool, scope.programId, days);
    return {
      name: `report-by-${by}-${days.from}-${days.to}.csv`,
      content: csvText(reportRows(report, by), REPORT_ROWS[by]),
    };
  },
});
