import { StatementParties, StatementQuery } from '@svc/contract';
import { defineRead } from '../../operations/define-operation.js';
import { writeMonthStatement } from './month-statement.js';

export const downloadPartnerMonthPdf = defineRead({
  name: 'downloadPartnerMonthPdf',
  route: 'GET /api/partner/programs/:programId/statements/:month/pdf',
  permission: 'partner',
  summary: 'What the caller earned in a month (such as 2026-11) as a PDF file',
  input: StatementQuery,
  output: StatementParties,
  file: 'application/pdf',
  long: 'file',
  run: ({
    pool,
    scope: { programId, partnerId },
    input: { language = 'en' },
    text,
    services: { computing },
    signal,
  }) =>
    writeMonthStatement(pool, { programId, partnerId, month: text('month'), language, computing, signal }),
});
