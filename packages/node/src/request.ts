/** The part of `fetch` that is used. Anything shaped like it will do. */
export type FetchLike = (
  url: string,
  init: {
    method: string;
    headers: Record<string, string>;
    body?: string;
    redirect: 'manual';
    // An AbortSignal. Not typed as one, so that these types also compile without the DOM's and Node's types.
    // biome-ignore lint/suspicious/noExplicitAny: see above
    signal: any;
  },
) => Promise<{
  readonly status: number;
  readonly headers: { get(name: string): string | null };
  text(): Promise<string>;
  /** Only files that are no text are read with it. */
  arrayBuffer?(): Promise<ArrayBuffer>;
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

export interface Request {
  readonly method: string;
  /** With its query. */
  readonly path: string;
  /** JSON; null: none is sent. */
  readonly body: string | null;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Response {
  readonly url: string;
  readonly status: number;
  readonly headers: { get(name: string): string | null };
  readonly text: string;
  /** A file that is no text; null: the response is text. */
  readonly bytes: Uint8Array | null;
}

/** What came of an attempt, and whether another one may follow. */
export interface Attempt<Outcome> {
  readonly outcome: Outcome;
  readonly mayRetry: boolean;
  /** The pause that the response asked for. */
  readonly retryAfterMs: number;
}

const FIRST_PAUSE_MS = 200;
const LONGEST_PAUSE_MS = 5_000;
/** With less time left, a retry would only hide the error of the previous attempt. */
const SHORTEST_RETRY_MS = 50;

/**
 * Sends a request until its outcome may not be retried, with growing pauses, within the limits of `settings`. `read` gives the outcome
 * of a response, or of none, with the reason. Never rejects unless `read` throws.
 */
export async function sendRequest<Outcome>(
  settings: CallSettings,
  request: Request,
  read: (response: Response | null, reason: string) => Attempt<Outcome>,
): Promise<Outcome> {
  const deadlineMs = performance.now() + settings.totalTimeoutMs;
  for (let retries = 0; ; retries++) {
    const leftMs = deadlineMs - performance.now();
    const attempt = await sendOnce(settings, request, Math.min(settings.timeoutMs, leftMs)).then(
      (response) => read(response, ''),
      (error: unknown) => read(null, `No answer from ${settings.baseUrl}: ${reasonOf(error)}`),
    );
    if (!attempt.mayRetry || retries >= settings.maxRetries) return attempt.outcome;
    const pauseMs = attempt.retryAfterMs + jitteredPauseMs(retries);
    const latestMs = deadlineMs - SHORTEST_RETRY_MS;
    // Waiting longer than the caller gave us would only delay the same failure.
    if (performance.now() + pauseMs > latestMs) return attempt.outcome;
    await new Promise<void>((resolve) => {
      setTimeout(resolve, pauseMs);
    });
    // A pause ends late if the caller is busy.
    if (performance.now() > latestMs) return attempt.outcome;
  }
}

/** Whether the service turned a request away without running it. Contract section 6. */
export function isTurnedAway(status: number): boolean {
  return status === 429 || status === 503;
}

async function sendOnce(
  { apiKey, baseUrl, fetch }: CallSettings,
  { method, path, body, headers }: Request,
  timeoutMs: number,
): Promise<Response> {
  const url = baseUrl + path;
  return withTimeout(timeoutMs, async (signal) => {
    // Not called as a method: some runtimes refuse a fetch whose `this` is not the global object.
    const send: FetchLike = fetch ?? globalThis.fetch;
    const response = await send(url, {
      method,
      headers: {
        authorization: `Bearer ${apiKey}`,
        accept: 'application/json',
        ...(body !== null && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== null && { body }),
      // Following a redirect would turn the POST into a GET, or send the key elsewhere.
      redirect: 'manual',
      signal,
    });
    const { status, headers: answered } = response;
    const isPdf = answered.get('content-type')?.startsWith('application/pdf') === true;
    const file = isPdf ? await response.arrayBuffer?.() : undefined;
    const bytes = file === undefined ? null : new Uint8Array(file);
    return { url, status, headers: answered, text: bytes === null ? await response.text() : '', bytes };
  });
}

/** For responses that are not from the service: a proxy, another site, a wrong address. */
export function notTheService({ url, status, headers }: Response): string {
  const location = status >= 300 && status < 400 ? headers.get('location') : null;
  const redirected = location === null ? '' : `, a redirect to ${location}`;
  return `Not an answer of the service: HTTP ${status} from ${url}${redirected}. Check baseUrl`;
}

/** The object in a response; null if it is not one. */
export function parseObject(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}

/** `fetch` says only "fetch failed"; the reason is in its cause. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const cause: unknown = error.cause;
  if (!(cause instanceof Error)) return error.message;
  const { code } = cause as { code?: unknown };
  return cause.message || String(code ?? error.message);
}

/** The pause that a response asks for with `Retry-After`, in seconds or as an HTTP date; 0 for anything else. */
export function retryAfterMs({ headers }: Response): number {
  const header = headers.get('retry-after');
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
