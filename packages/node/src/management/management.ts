import { newAutoId } from '../auto-id.js';
import {
  type Attempt,
  type CallSettings,
  isTurnedAway,
  notTheService,
  parseObject,
  type Request,
  type Response,
  retryAfterMs,
  sendRequest,
} from '../request.js';
import { readSettings, type SvcOptions } from '../settings.js';
import { SvcError } from './svc-error.js';
import type { Answer, Input, ListPath, Method, PathOf, Row } from './types.js';

/** For a POST that your own process may repeat after a crash. */
export interface PostOptions {
  /**
   * The same key with the same body within 24 hours changes nothing and gets the first response. Default: a new one for each call,
   * so that only the retries of this call share it.
   */
  readonly idempotencyKey?: string | undefined;
}

/** Nobody waits at a checkout for these calls, and a payout run may take a while. */
const TOTAL_TIMEOUT_MS = 30_000;

/** Seconds for each millisecond of an attempt's limit: a third of it. What takes longer is answered with a job, which is followed to its end. */
const WAIT_PER_MS = 1 / 3000;
const POLL_EVERY_MS = 1_000;

/** Work that goes on after its request was answered. */
interface JobAnswer {
  readonly job: { readonly status: string; readonly error: string | null };
  readonly url: string;
  readonly file_url: string | null;
}

interface AnyInput {
  readonly path?: Readonly<Record<string, unknown>> | undefined;
  readonly query?: Readonly<Record<string, unknown>> | undefined;
  readonly body?: unknown;
}

/**
 * Everything that a management key may do: programs, partners, links, rules, commissions, payouts, reports, the event feed, webhooks.
 * Paths, fields and responses are those of the HTTP interface, and typed. Contract, second part, sections 8 and 9.
 *
 * Unlike the calls of `Svc`, which run inside of sign-ups and checkouts, these reject with a `SvcError` unless the service succeeds.
 * No response, 429 and 503 are retried within the limits of the options; a write that is retried counts once.
 */
export class SvcManagement {
  readonly #settings: CallSettings;

  /** Throws a TypeError on a missing or unusable key or option, and in a browser, where the key would be public. */
  constructor(managementKey: string | undefined, options: SvcOptions) {
    this.#settings = readSettings(managementKey, 'SVC_MANAGEMENT_KEY', options, TOTAL_TIMEOUT_MS);
  }

  /** Reads one thing, one page of a list, or a file. */
  get<P extends PathOf<'get'>>(path: P, input: Input<P, 'get'>): Promise<Answer<P, 'get'>> {
    return this.#send('get', path, input);
  }

  /**
   * Every row of a list, newest first; pages are read as they are needed. Rows that are added meanwhile are left out, and none comes
   * twice.
   */
  async *list<P extends ListPath>(path: P, input: Input<P, 'get'>): AsyncGenerator<Row<P>, void, undefined> {
    const { query, ...rest } = input as AnyInput;
    let cursor = query?.cursor;
    do {
      const page: { data: Row<P>[]; next_cursor: string | null } = await this.#send('get', path, {
        ...rest,
        query: { ...query, cursor },
      });
      yield* page.data;
      cursor = page.next_cursor ?? undefined;
    } while (cursor !== undefined);
  }

  post<P extends PathOf<'post'>>(
    path: P,
    input: Input<P, 'post'>,
    { idempotencyKey = newAutoId() }: PostOptions = {},
  ): Promise<Answer<P, 'post'>> {
    return this.#send('post', path, input, { 'idempotency-key': idempotencyKey });
  }

  put<P extends PathOf<'put'>>(path: P, input: Input<P, 'put'>): Promise<Answer<P, 'put'>> {
    return this.#send('put', path, input);
  }

  patch<P extends PathOf<'patch'>>(path: P, input: Input<P, 'patch'>): Promise<Answer<P, 'patch'>> {
    return this.#send('patch', path, input);
  }

  delete<P extends PathOf<'delete'>>(path: P, input: Input<P, 'delete'>): Promise<Answer<P, 'delete'>> {
    return this.#send('delete', path, input);
  }

  async #send<Body>(
    method: Method,
    path: string,
    input: AnyInput,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Body> {
    const body = method === 'get' ? null : JSON.stringify(input.body ?? {});
    const { status, body: answer } = await this.#ask<Body>({
      method: method.toUpperCase(),
      path: addressOf(path, input),
      body,
      headers: { ...headers, prefer: `wait=${Math.floor(this.#settings.timeoutMs * WAIT_PER_MS)}` },
    });
    return status === 202 ? this.#follow<Body>(answer as Body & JobAnswer) : answer;
  }

  /** Waits for the end of a job, and reads its result. */
  async #follow<Body>(started: JobAnswer): Promise<Body> {
    const read = <Answer>(path: string) =>
      this.#ask<Answer>({ method: 'GET', path, body: null, headers: {} }).then(({ body }) => body);
    let { job, url, file_url: fileUrl } = started;
    while (job.status !== 'done') {
      if (job.status === 'failed')
        throw new SvcError(job.error ?? 'The job failed', { status: 202, code: null, requestId: null });
      await new Promise((resolve) => setTimeout(resolve, POLL_EVERY_MS));
      ({ job, url, file_url: fileUrl } = await read<JobAnswer>(url));
    }
    return read<Body>(fileUrl ?? `${url}/file`);
  }

  async #ask<Body>(request: Request): Promise<{ readonly status: number; readonly body: Body }> {
    const outcome = await sendRequest(this.#settings, request, (response, reason) =>
      response === null
        ? { outcome: noResponse(reason), mayRetry: request.method !== 'DELETE', retryAfterMs: 0 }
        : readAnswer<Body>(response),
    );
    if (outcome instanceof SvcError) throw outcome;
    return outcome;
  }
}

function addressOf(path: string, { path: values = {}, query = {} }: AnyInput): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[name];
    if (value === undefined || value === null || value === '')
      throw new TypeError(`path.${name} is missing for ${path}`);
    return encodeURIComponent(String(value));
  });
  const search = Object.entries(query).flatMap(([name, value]) =>
    value === undefined || value === null
      ? []
      : [`${encodeURIComponent(name)}=${encodeURIComponent(String(value))}`],
  );
  return search.length === 0 ? filled : `${filled}?${search.join('&')}`;
}

function readAnswer<Body>(
  response: Response,
): Attempt<{ readonly status: number; readonly body: Body } | SvcError> {
  const { status, headers, text, bytes } = response;
  const isFile = headers.get('content-type')?.startsWith('text/csv') === true;
  const answer = bytes ?? (isFile ? text : parseObject(text));
  if ((status === 200 || status === 202) && answer !== null)
    return { outcome: { status, body: answer as Body }, mayRetry: false, retryAfterMs: 0 };
  const error = (answer as { readonly error?: unknown } | null)?.error;
  const facts = { status, code: headers.get('svc-error-code'), requestId: headers.get('x-request-id') };
  return {
    outcome: new SvcError(typeof error === 'string' ? error : notTheService(response), facts),
    mayRetry: isTurnedAway(status),
    retryAfterMs: retryAfterMs(response),
  };
}

function noResponse(reason: string): SvcError {
  return new SvcError(reason, { status: 0, code: null, requestId: null });
}
