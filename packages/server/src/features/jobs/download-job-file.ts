import { LongJobAnswer } from '@svc/contract';
import { defineRead } from '../../operations/define-operation.js';
import { RefusedError } from '../../operations/refused-error.js';
import { accountOf } from './job-answer.js';
import { findJobFile } from './stored-jobs.js';

/** The download is in the security log since the file was made. */
export const downloadLongJobFile = defineRead({
  name: 'downloadLongJobFile',
  route: 'GET /api/jobs/:id/file',
  permission: 'session',
  summary: 'Result of work that answered 202: the file, or the answer as JSON',
  output: LongJobAnswer,
  file: 'application/octet-stream',
  async run(call) {
    const file = await findJobFile(call.pool, accountOf(call), call.id());
    if (file === null) throw new RefusedError('not_found');
    return file;
  },
});
