import { PartnerStatement } from '@svc/contract';
import { defineRead } from '../../operations/define-operation.js';
import { loadStatement } from './load-statement.js';
import { statementCsv } from './statement-csv.js';

export const downloadStatement = defineRead({
  name: 'downloadStatement',
  route: 'GET /api/partner/programs/:programId/payouts/:id/file',
  permission: 'partner',
  summary: 'The statement of a payout of the caller as a CSV file',
  output: PartnerStatement,
  file: 'text/csv',
  async run({ pool, scope, id, services: { encryption } }) {
    const statement = await loadStatement(pool, scope, { payoutId: id(), encryption });
    return { name: `statement-${statement.payout.id}.csv`, content: statementCsv(statement) };
  },
});
