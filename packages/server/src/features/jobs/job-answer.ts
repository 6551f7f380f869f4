import type { LongJobAnswer } from '@svc/contract';
import type { Static } from 'typebox';
import type { LongJob } from '../../operations/long-work.js';
import type { Call } from '../../operations/operation.js';

/** Who asks for work and may see how far it is: a person, or a management key. */
export function accountOf({ actor, key }: Pick<Call, 'actor' | 'key'>): string {
  return key === null ? `user ${actor.userId}` : `management key ${key.id}`;
}

/** A job with the addresses that belong to it. */
export function jobAnswer(job: LongJob): Static<typeof LongJobAnswer> {
  const url = `/api/jobs/${job.id}`;
  const { canCancel, ...shown } = job;
  const isOver = job.status === 'done' || job.status === 'failed';
  return {
    job: { ...shown, can_cancel: canCancel && !isOver },
    url,
    file_url: job.status === 'done' ? `${url}/file` : null,
  };
}
