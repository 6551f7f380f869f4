import { StatementParties, StatementQuery } from '@svc/contract';
import { defineRead } from '../../operations/define-operation.js';
import { writeMonthStatement } from './month-statement.js';

export const downloadMonthPdf = defineRead({
  name: 'downloadMonthPdf',
  route: 'GET /api/programs/:programId/partners/:id/statements/:month/pdf',
  permission: 'report:read',
  summary: 'What a partner earned in a month (such as 2026-11) as a PDF file',
  input: StatementQuery,
  output: StatementParties,
  file: 'application/pdf',
  long: 'file',
  run: ({
    pool,
    scope: { programId },
    input: { language = 'en' },
    id,
    text,
    services: { computing },
    signal,
  }) =>
    writeMonthStatement(pool, {
      programId,
      partnerId: id(),
      month: text('month'),
      language,
      computing,
      signal,
    }),
});
