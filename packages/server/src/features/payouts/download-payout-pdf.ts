import { StatementParties, StatementQuery } from '@svc/contract';
import { defineRead } from '../../operations/define-operation.js';
import { writePayoutStatement } from './payout-statement.js';

export const downloadPayoutPdf = defineRead({
  name: 'downloadPayoutPdf',
  route: 'GET /api/programs/:programId/payouts/:id/pdf',
  permission: 'report:read',
  summary: 'The statement of a payout as a PDF file, with orders and rates',
  input: StatementQuery,
  output: StatementParties,
  file: 'application/pdf',
  long: 'file',
  run: ({
    pool,
    scope: { programId },
    input: { language = 'en' },
    id,
    services: { encryption, computing },
    signal,
  }) =>
    writePayoutStatement(pool, {
      programId,
      partnerId: null,
      payoutId: id(),
      language,
      encryption,
      computing,
      signal,
    }),
});
