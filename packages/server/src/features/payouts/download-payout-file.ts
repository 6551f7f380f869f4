import { PayoutFileQuery, PayoutRunDetail } from '@svc/contract';
import { defineOperation } from '../../operations/define-operation.js';
import { writePayoutFile } from './write-payout-file.js';

export const downloadPayoutFile = defineOperation({
  name: 'downloadPayoutFile',
  route: 'GET /api/programs/:programId/payout-runs/:id/file',
  permission: 'payout:write',
  summary: 'The open payouts of a run in one payment file, as CSV; each download is recorded',
  input: PayoutFileQuery,
  output: PayoutRunDetail,
  file: 'text/csv',
  errors: ['payout_details_unreadable', 'payout_run_incomplete'],
  audit: 'payout_run.file',
  async run({ client, services, actor, scope: { programId }, input: { format = 'bank' }, id }) {
    const runId = id();
    const { answer: content, entries } = await writePayoutFile(client, {
      programId,
      runId,
      format,
      createdBy: actor.email,
      encryption: services.encryption,
    });
    return { answer: { name: `payouts-${runId}-${format}.csv`, content }, entries };
  },
});
