import { PayoutRunDetail } from '@svc/contract';
import { defineRead } from '../../operations/define-operation.js';
import { RefusedError } from '../../operations/refused-error.js';
import { findPayoutRun } from './load-payout-runs.js';
import { loadPayoutsOfRun } from './load-payouts.js';

export const readPayoutRun = defineRead({
  name: 'readPayoutRun',
  route: 'GET /api/programs/:programId/payout-runs/:id',
  permission: 'report:read',
  summary: 'A payout run with its payouts',
  output: PayoutRunDetail,
  async run({ pool, scope: { programId }, id, services: { encryption } }) {
    const run = await findPayoutRun(pool, programId, id());
    if (run === null) throw new RefusedError('not_found');
    return { ...run, payouts: await loadPayoutsOfRun(pool, { programId, runId: run.id, encryption }) };
  },
});
