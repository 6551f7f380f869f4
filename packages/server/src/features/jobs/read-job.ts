import { LongJobAnswer } from '@svc/contract';
import { defineRead } from '../../operations/define-operation.js';
import { RefusedError } from '../../operations/refused-error.js';
import { accountOf, jobAnswer } from './job-answer.js';
import { findJob } from './stored-jobs.js';

export const readLongJob = defineRead({
  name: 'readLongJob',
  route: 'GET /api/jobs/:id',
  permission: 'session',
  summary: 'Progress of work that answered 202, for the account that asked for it',
  output: LongJobAnswer,
  async run(call) {
    const job = await findJob(call.pool, accountOf(call), call.id());
    if (job === null) throw new RefusedError('not_found');
    return jobAnswer(job);
  },
});
