import { whileSignedIn } from '../session/leave.js';
import { texts } from '../texts/api.js';
import { ApiError, errorOf, noAnswer } from './error.js';
import { isIdle } from './idle.js';
import { hideJob, showJob } from './job-toast.js';
import { PREFER } from './prefer.js';
import type { components } from './schema.js';

type JobAnswer = components['schemas']['LongJobAnswer'];

const POLL_EVERY_MS = 1_000;
/** Reads in a row without an answer, or that the service refuses because it is busy. */
const MAX_FAILED_READS = 30;
/** A failed job is final; no status of an answer says so, and one from 500 on would be asked again. */
const JOB_FAILED_STATUS = 400;

/**
 * Follows work that a request was answered 202 for, and shows its progress with a button that cancels it. Returns the response with its
 * result: the file, or the answer as JSON.
 * @throws {ApiError} where the work failed or was cancelled
 */
export async function followJob(answer: unknown, signal?: AbortSignal): Promise<Response> {
  let { job, url, file_url: fileUrl } = answer as JobAnswer;
  const cancel = () => void send(url, { method: 'DELETE' }).catch(() => undefined);
  signal?.addEventListener('abort', cancel, { once: true });
  try {
    for (let failedReads = 0; job.status !== 'done'; ) {
      if (job.status === 'failed') throw failureOf(job);
      showJob(job, cancel);
      await wait(POLL_EVERY_MS, signal);
      try {
        ({ job, url, file_url: fileUrl } = (await (await send(url)).json()) as JobAnswer);
        failedReads = 0;
      } catch (error) {
        failedReads += 1;
        if (!isPassing(error) || failedReads === MAX_FAILED_READS) throw error;
      }
    }
    return await send(fileUrl ?? `${url}/file`);
  } finally {
    signal?.removeEventListener('abort', cancel);
    hideJob(job);
  }
}

function failureOf({ error }: JobAnswer['job']): ApiError {
  return new ApiError(
    JOB_FAILED_STATUS,
    error === null || error === 'Cancelled' ? texts.jobCancelled : error,
  );
}

/** Whether reading again can help. */
function isPassing(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 0 || error.status === 429 || error.status >= 500);
}

/** Resolves after some milliseconds. Rejects once `signal` is aborted. */
function wait(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, ms);
    signal?.addEventListener('abort', stop, { once: true });
  });
}

/**
 * Sends a request without a body to the service.
 * @throws {ApiError} where the answer is an error, or there is none
 */
export async function send(address: string, init: RequestInit = {}): Promise<Response> {
  await whileSignedIn();
  const headers = { prefer: PREFER, ...(isIdle() && { 'svc-idle': '1' }) };
  const response = await fetch(address, { ...init, headers }).catch(() => {
    throw noAnswer();
  });
  if (!response.ok) throw errorOf(response, await response.json().catch(() => null));
  return response;
}
