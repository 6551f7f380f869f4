import { LongJobAnswer } from '@svc/contract';
import { unchanged } from '../../operations/change.js';
import { defineOperation } from '../../operations/define-operation.js';
import { RefusedError } from '../../operations/refused-error.js';
import { accountOf, jobAnswer } from './job-answer.js';
import { cancelJob, findJob } from './stored-jobs.js';

/** Cancels a job. One that is done stays done. It belongs to no workspace, so no audit log has an entry of it. */
export const cancelLongJob = defineOperation({
  name: 'cancelLongJob',
  route: 'DELETE /api/jobs/:id',
  permission: 'session',
  summary: 'Cancel work that answered 202',
  output: LongJobAnswer,
  audit: 'job.cancel',
  async run(call) {
    const account = accountOf(call);
    await cancelJob(call.client, account, call.id());
    const job = await findJob(call.client, account, call.id());
    if (job === null) throw new RefusedError('not_found');
    return unchanged(jobAnswer(job));
  },
});
