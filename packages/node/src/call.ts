import {
  type Attempt,
  type CallSettings,
  isTurnedAway,
  notTheService,
  parseObject,
  type Response,
  reasonOf,
  retryAfterMs,
  sendRequest,
} from './request.js';
import type { Failure, Result } from './results.js';

/**
 * Posts a body and reads the response. Never rejects. Retries, with growing pauses, only if the service may not have recorded
 * anything: after no response, 429 and 503 (contract section 6).
 */
export async function callService<Data>(
  settings: CallSettings,
  path: string,
  body: () => Readonly<Record<string, unknown>>,
): Promise<Result<Data>> {
  let text: string;
  try {
    text = JSON.stringify(body());
  } catch (error) {
    return failure(0, `The request cannot be written as JSON: ${reasonOf(error)}`, 'json_invalid');
  }
  return sendRequest(settings, { method: 'POST', path, body: text }, (response, reason) =>
    response === null
      ? { outcome: failure(0, reason), mayRetry: true, retryAfterMs: 0 }
      : readAnswer<Data>(response),
  );
}

function readAnswer<Data>(response: Response): Attempt<Result<Data>> {
  const { status, headers, text } = response;
  const answer = parseObject(text);
  if (status === 200 && answer?.success === true) {
    return { outcome: { ok: true, data: answer as Data }, mayRetry: false, retryAfterMs: 0 };
  }
  const said = typeof answer?.error === 'string' ? answer.error : notTheService(response);
  return {
    outcome: failure(status, said, headers.get('svc-error-code')),
    mayRetry: isTurnedAway(status),
    retryAfterMs: retryAfterMs(response),
  };
}

function failure(status: number, error: string, code: string | null = null): Failure {
  return code ? { ok: false, status, error, code } : { ok: false, status, error };
}
