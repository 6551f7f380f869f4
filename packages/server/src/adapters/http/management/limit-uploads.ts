import type { FastifyReply, FastifyRequest } from 'fastify';
import { RefusedError } from '../../../operations/refused-error.js';

/** Large bodies that a process holds in memory at once, of up to 20 MB each. */
const MAX_UPLOADS = 8;
const RETRY_AFTER_SECONDS = 5;

/** Returns a hook that refuses a large body before it is read, while as many as a process takes are being read or answered. */
export function limitUploads() {
  let count = 0;
  return async (_request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    if (count >= MAX_UPLOADS)
      throw new RefusedError('work_queue_full', { retryAfterSeconds: RETRY_AFTER_SECONDS });
    count += 1;
    reply.raw.once('close', () => {
      count -= 1;
    });
  };
}
