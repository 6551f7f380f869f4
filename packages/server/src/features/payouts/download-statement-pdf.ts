import { StatementParties, StatementQuery } from '@svc/contract';
import { defineRead } from '../../operations/define-operation.js';
import { writePayoutStatement } from './payout-statement.js';

export const downloadStatementPdf = defineRead({
  name: 'downloadStatementPdf',
  route: 'GET /api/partner/programs/:programId/payouts/:id/pdf',
  permission: 'partner',
  summary: 'The statement of a payout of the caller as a PDF file, with orders and rates',
  input: StatementQuery,
  output: StatementParties,
  file: 'application/pdf',
  long: 'file',
  run: ({
    pool,
    scope: { programId, partnerId },
    input: { language = 'en' },
    id,
    services: { encryption, computing },
    signal,
  }) =>
    writePayoutStatement(pool, {
      programId,
      partnerId,
      payoutId: id(),
      language,
      encryption,
      computing,
      signal,
    }),
});
