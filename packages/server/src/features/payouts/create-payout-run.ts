import { PayoutRunCreate, PayoutRunDetail } from '@svc/contract';
import { defineOperation } from '../../operations/define-operation.js';
import { CREATE_RUN, finishPayoutRun, startPayoutRun } from './make-payout-run.js';

/**
 * Creates one open payout for each partner and currency that is due. The money leaves the books at once, so nothing can
 * be in two runs; what is refunded from now on is carried to the next one. Partners whose payout details were changed a
 * short time ago are skipped, which the run says; whom it leaves out stays due. A run that only skips creates no payout
 * and is kept all the same. Contract 2, section 7.1.
 *
 * Many payouts are created in several transactions. Where that is interrupted, the same request completes the run, and so does a job.
 */
export const createPayoutRun = defineOperation({
  name: 'createPayoutRun',
  route: 'POST /api/programs/:programId/payout-runs',
  permission: 'payout:write',
  summary:
    'Create an open payout for each partner who is due, or for some of them; skips partners whose payout details changed',
  preview: 'readDue',
  input: PayoutRunCreate,
  output: PayoutRunDetail,
  errors: ['nothing_due', 'payout_run_incomplete'],
  audit: CREATE_RUN,
  // What the payouts follow from is sealed before them.
  prepare: ({ services: { books } }) => books.seal(),
  run: ({ client, services, actor, scope: { programId }, input, nowMs }) =>
    startPayoutRun(client, services, { programId, createdBy: actor.email, input, nowMs }),
  answerWithoutAfter: ({ detail }) => detail,
  after: ({ pool, services, actor, scope }, started) =>
    finishPayoutRun(pool, services, { actor, action: CREATE_RUN, place: scope }, started),
});
