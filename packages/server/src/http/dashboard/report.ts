import { OverviewAnswer, ReportAnswer, ReportFileQuery, ReportQuery } from '@svc/contract';
import { readReport } from '../../operations/read-report.js';
import { readOverview } from '../../operations/reports/read-overview.js';
import { reportCsv } from '../../operations/reports/report-csv.js';
import { readDays } from './days.js';
import { type ManagedRoute, read } from './routes.js';

const PROGRAM = '/api/programs/:programId';
const ERRORS = ['from_invalid', 'to_invalid'] as const;

/** What happened between two days. Contract section 5. */
export const REPORT_ROUTES: readonly ManagedRoute[] = [
  read({
    url: `${PROGRAM}/report`,
    permission: 'report:read',
    summary: 'Totals of a program between two days (UTC), both included: by day, partner and link',
    query: ReportQuery,
    answer: ReportAnswer,
    errors: ERRORS,
    read: (call) => readReport(call.pool, call.programId, readDays(call.query, call.nowMs)),
  }),
  read({
    url: `${PROGRAM}/report.csv`,
    permission: 'report:read',
    summary: 'The same as a CSV file, by day, partner or link',
    query: ReportFileQuery,
    answer: ReportAnswer,
    errors: ERRORS,
    type: 'text/csv',
    read: async (call) => {
      const days = readDays(call.query, call.nowMs);
      const { by = 'day' } = call.query;
      const name = `report-by-${by}-${days.from}-${days.to}.csv`;
      call.reply.header('content-disposition', `attachment; filename="${name}"`);
      return reportCsv(await readReport(call.pool, call.programId, days), by);
    },
  }),
  read({
    url: `${PROGRAM}/overview`,
    permission: 'report:read',
    summary: 'Totals, change, time series, funnel and best partners of a period',
    query: ReportQuery,
    answer: OverviewAnswer,
    errors: ERRORS,
    read: (call) => readOverview(call.pool, call.programId, readDays(call.query, call.nowMs)),
  }),
];
