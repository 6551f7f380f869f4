import type { ClickAnswer, CliStatusAnswer, WatchAnswer } from '@svc/contract';
import { Failure, failureOf, unreachable } from './failure.js';
import type { Connection } from './settings.js';

/** How long a request of the tool may take. A person waits for it, and nobody else does. */
export const TIMEOUT_MS = 15_000;

/** Answer of `POST /api/v1/cli/processor/connect`. Contract section 4. */
export interface ConnectAnswer {
  readonly authorize_url: string;
  readonly poll_token: string;
  readonly interval_seconds: number;
  /** ISO 8601. */
  readonly expires_at: string;
}

/** Answer of `GET /api/v1/cli/processor/connect/:poll_token`. Contract section 4. */
export interface ConnectState {
  readonly status: 'pending' | 'connected' | 'denied' | 'expired';
  readonly account_id: string | null;
}

/** The requests that the server library does not cover. Each throws a `Failure` unless the response is 200. */
export interface Service {
  status(): Promise<CliStatusAnswer>;
  /** A test click on a referral link. */
  testClick(affiliateUrl: string): Promise<ClickAnswer>;
  /** What happened after a position, or from now on (''); waits for it so many seconds. */
  watch(after: string, waitSeconds: number): Promise<WatchAnswer>;
  connect(): Promise<ConnectAnswer>;
  connectState(pollToken: string): Promise<ConnectState>;
}

export function createService(connection: Connection): Service {
  const get = <Answer>(path: string, sign: keyof Answer) =>
    request<Answer>(connection, path, sign, { method: 'GET' });
  const postSigned = <Answer>(path: string, sign: keyof Answer, body: object) =>
    request<Answer>(connection, path, sign, { method: 'POST', body: JSON.stringify(body) });
  return {
    status: () => get('/api/v1/cli/status', 'program'),
    testClick: (affiliateUrl) =>
      postSigned('/track/click', 'click_id', {
        affiliate_url: affiliateUrl,
        additional_data: { test_mode: true },
      }),
    watch: (after, waitSeconds) =>
      request(
        connection,
        `/api/v1/cli/watch?${new URLSearchParams({ after, wait_seconds: String(waitSeconds) })}`,
        'next_after',
        { method: 'GET', timeoutMs: TIMEOUT_MS + waitSeconds * 1000 },
      ),
    connect: () => postSigned('/api/v1/cli/processor/connect', 'authorize_url', {}),
    connectState: (pollToken) =>
      get(`/api/v1/cli/processor/connect/${encodeURIComponent(pollToken)}`, 'status'),
  };
}

/** `sign` is a field that only a response of the service has, not the JSON of another server. */
async function request<Answer>(
  { baseUrl, apiKey }: Connection,
  path: string,
  sign: keyof Answer,
  {
    method,
    body = null,
    timeoutMs = TIMEOUT_MS,
  }: { readonly method: string; readonly body?: string | null; readonly timeoutMs?: number },
): Promise<Answer> {
  let response: Response;
  let text: string;
  try {
    response = await fetch(baseUrl + path, {
      method,
      body,
      headers: {
        authorization: `Bearer ${apiKey}`,
        accept: 'application/json',
        ...(body !== null && { 'content-type': 'application/json' }),
      },
      // Follow no redirects: the key must go only to the given address.
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    });
    text = await response.text();
  } catch (error) {
    throw unreachable(`No answer from ${baseUrl}: ${networkReason(error)}`);
  }
  const answer = parseObject(text);
  if (response.status === 200 && answer?.[sign as string]) return answer as Answer;
  if (typeof answer?.error === 'string') {
    throw failureOf({
      status: response.status,
      error: answer.error,
      code: response.headers.get('svc-error-code'),
      requestId: response.headers.get('x-request-id'),
    });
  }
  const location = response.headers.get('location');
  throw new Failure(
    `${baseUrl} does not answer like the service (HTTP ${response.status})`,
    location === null
      ? 'Check SVC_BASE_URL: it must be the address of the service, not of your own site.'
      : `It leads to ${location}: if that is the service, set SVC_BASE_URL to its address.`,
  );
}

function parseObject(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}

/** `fetch` says only "fetch failed"; the reason is in its cause. */
function networkReason(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.name === 'TimeoutError') return `nothing within ${TIMEOUT_MS / 1000} seconds`;
  const cause = error.cause as NodeJS.ErrnoException | undefined;
  return cause?.message || cause?.code || error.message;
}
