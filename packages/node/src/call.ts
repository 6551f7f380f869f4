import type { Failure, Result } from './results.js';

/** The part of `fetch` that is used. Anything shaped like it will do. */
export type FetchLike = (
  url: string,
  init: {
    method: 'POST';
    headers: Record<string, string>;
    body: string;
    redirect: 'manual';
    // An AbortSignal. Not typed as one, so that these types also compile without the DOM's and Node's types.
    // biome-ignore lint/suspicious/noExplicitAny: see above
    signal: any;
  },
) => Promise<{
  readonly status: number;
  readonly headers: { get(name: string): string | null };
  text(): Promise<string>;
}>;

export interface CallSettings {
  readonly apiKey: string;
  /** Without a slash at its end. */
  readonly baseUrl: string;
  /** Null: the global `fetch`, looked up at each call, because frameworks replace it. */
  readonly fetch: FetchLike | null;
  /** Time limit of one attempt. */
  readonly timeoutMs: number;
  /** Time limit of a call with all its attempts and pauses. */
  readonly totalTimeoutMs: number;
  readonly maxRetries: number;
}

interface Attempt<Data> {
  readonly result: Result<Data>;
  readonly mayRetry: boolean;
  /** The pause that the response asked for. */
  readonly retryAfterMs: number;
}

const FIRST_PAUSE_MS = 200;
const LONGEST_PAUSE_MS = 5_000;
/** With less time left, a retry would only hide the error of the previous attempt. */
const SHORTEST_RETRY_MS = 50;

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
    return failure(0, `The request cannot be written as JSON: ${reasonOf(error)}`);
  }
  const deadlineMs = performance.now() + settings.totalTimeoutMs;
  for (let retries = 0; ; retries++) {
    const leftMs = deadlineMs - performance.now();
    const attempt = await postOnce<Data>(settings, path, text, Math.min(settings.timeoutMs, leftMs));
    if (!attempt.mayRetry || retries >= settings.maxRetries) return attempt.result;
    const pauseMs = attempt.retryAfterMs + jitteredPauseMs(retries);
    const latestMs = deadlineMs - SHORTEST_RETRY_MS;
    // Waiting longer than the caller gave us would only delay the same failure.
    if (performance.now() + pauseMs > latestMs) return attempt.result;
    await new Promise<void>((resolve) => {
      setTimeout(resolve, pauseMs);
    });
    // A pause ends late if the caller is busy.
    if (performance.now() > latestMs) return attempt.result;
  }
}

async function postOnce<Data>(
  settings: CallSettings,
  path: string,
  body: string,
  timeoutMs: number,
): Promise<Attempt<Data>> {
  const url = settings.baseUrl + path;
  try {
    return await withTimeout(timeoutMs, async (signal) => {
      // Not called as a method: some runtimes refuse a fetch whose `this` is not the global object.
      const send: FetchLike = settings.fetch ?? globalThis.fetch;
      const response = await send(url, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${settings.apiKey}`,
          'content-type': 'application/json',
          accept: 'application/json',
        },
        body,
        // Following a redirect would turn the POST into a GET, or send the key elsewhere.
        redirect: 'manual',
        signal,
      });
      return readAnswer<Data>(url, response.status, response.headers, await response.text());
    });
  } catch (error) {
    const result = failure(0, `No answer from ${settings.baseUrl}: ${reasonOf(error)}`);
    return { result, mayRetry: true, retryAfterMs: 0 };
  }
}

function readAnswer<Data>(
  url: string,
  status: number,
  headers: { get(name: string): string | null },
  text: string,
): Attempt<Data> {
  const answer = parseObject(text);
  if (status === 200 && answer?.success === true) {
    return { result: { ok: true, data: answer as Data }, mayRetry: false, retryAfterMs: 0 };
  }
  const said = typeof answer?.error === 'string' ? answer.error : notTheService(url, status, headers);
  return {
    result: failure(status, said, headers.get('svc-error-code')),
    mayRetry: status === 429 || status === 503,
    retryAfterMs: parseRetryAfterMs(headers.get('retry-after')),
  };
}

/** For responses that are not from the service: a proxy, another site, a wrong address. */
function notTheService(url: string, status: number, headers: { get(name: string): string | null }): string {
  const location = status >= 300 && status < 400 ? headers.get('location') : null;
  const redirected = location === null ? '' : `, a redirect to ${location}`;
  return `Not an answer of the service: HTTP ${status} from ${url}${redirected}. Check baseUrl`;
}

function parseObject(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}

/** Seconds or an HTTP date; 0 for anything else. */
function parseRetryAfterMs(header: string | null): number {
  if (header === null) return 0;
  const ms = /^\d+$/.test(header.trim()) ? Number(header) * 1000 : Date.parse(header) - Date.now();
  return Math.max(ms || 0, 0);
}

/** Between half and all of a time that doubles with each retry, so that many callers do not retry together. */
function jitteredPauseMs(retries: number): number {
  const fullMs = Math.min(FIRST_PAUSE_MS * 2 ** retries, LONGEST_PAUSE_MS);
  return fullMs * (0.5 + Math.random() / 2);
}

/** Ends at the limit even if `work` does not listen to its signal. */
async function withTimeout<Value>(
  timeoutMs: number,
  work: (signal: AbortSignal) => Promise<Value>,
): Promise<Value> {
  const controller = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const expired = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      const error = new Error(`nothing within ${Math.round(timeoutMs)} ms`);
      reject(error);
      controller.abort(error);
    }, timeoutMs);
  });
  try {
    return await Promise.race([work(controller.signal), expired]);
  } finally {
    clearTimeout(timer);
  }
}

function failure(status: number, error: string, code: string | null = null): Failure {
  return code ? { ok: false, status, error, code } : { ok: false, status, error };
}

/** `fetch` says only "fetch failed"; the reason is in its cause. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const cause: unknown = error.cause;
  if (!(cause instanceof Error)) return error.message;
  const { code } = cause as { code?: unknown };
  return cause.message || String(code ?? error.message);
}
