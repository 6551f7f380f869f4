import type { CallSettings, FetchLike } from './request.js';

export interface SvcOptions {
  /** Address of the service, http or https. Required; its type allows undefined only so that you can pass `process.env.SVC_BASE_URL`. */
  readonly baseUrl: string | undefined;
  /** Used instead of the global `fetch`. */
  readonly fetch?: FetchLike | undefined;
  /** How long one attempt may take, in milliseconds. Default: half of `totalTimeoutMs`. */
  readonly timeoutMs?: number | undefined;
  /** How often a call is retried after no response, 429 or 503. Default: 3; 0 turns retries off. */
  readonly maxRetries?: number | undefined;
  /** How long a call may take with all retries and pauses, in milliseconds. Default: 3,000 for `Svc`, 30,000 for `SvcManagement`, or `timeoutMs` if longer. */
  readonly totalTimeoutMs?: number | undefined;
}

/** Somebody may be waiting for the call: a visitor who signs up, or pays. Contract 2, section 17. */
const DEFAULT_TOTAL_TIMEOUT_MS = 3_000;
const DEFAULT_RETRIES = 3;
/** The longest delay of a timer. */
const LONGEST_MS = 2 ** 31 - 1;

/**
 * Checks what a client is constructed with. Throws a TypeError that says what is missing or unusable; `variable` is where the key is
 * usually kept, and `defaultTotalMs` how long a call may take unless the options say.
 */
export function readSettings(
  apiKey: unknown,
  variable: string,
  given: unknown,
  defaultTotalMs = DEFAULT_TOTAL_TIMEOUT_MS,
): CallSettings {
  const options = (given ?? {}) as Partial<SvcOptions>;
  const attemptMs = readMs('timeoutMs', options.timeoutMs);
  const totalTimeoutMs =
    readMs('totalTimeoutMs', options.totalTimeoutMs) ?? Math.max(defaultTotalMs, attemptMs ?? 0);
  // Half, so that one attempt that nobody answers leaves time for another.
  const timeoutMs = attemptMs ?? totalTimeoutMs / 2;
  const maxRetries = options.maxRetries ?? DEFAULT_RETRIES;
  if (!Number.isInteger(maxRetries) || maxRetries < 0) {
    throw new TypeError('maxRetries must be a whole number, 0 or more');
  }
  if (typeof (options.fetch ?? globalThis.fetch) !== 'function') {
    throw new TypeError('There is no fetch here: use Node 20 or newer, or pass the option fetch');
  }
  return {
    apiKey: readApiKey(apiKey, variable),
    baseUrl: readBaseUrl(options.baseUrl),
    fetch: options.fetch ?? null,
    timeoutMs,
    totalTimeoutMs,
    maxRetries,
  };
}

function readApiKey(given: unknown, variable: string): string {
  const key = typeof given === 'string' ? given.trim() : '';
  if (key === '') {
    const place = variable === 'SVC_API_KEY' ? ' (svc init writes it: node --env-file=.svc/.env)' : '';
    throw new TypeError(`The API key is missing: pass the value of ${variable}${place}`);
  }
  // The message does not contain the key, because it may end up in logs.
  if (!/^[\x21-\x7e]+$/.test(key)) throw new TypeError('The API key contains invalid characters');
  return key;
}

function readBaseUrl(given: unknown): string {
  if (typeof given !== 'string' || given.trim() === '') {
    throw new TypeError('baseUrl is missing: pass the value of SVC_BASE_URL, as in https://svc.example.com');
  }
  let url: URL | null;
  try {
    url = new URL(given.trim());
  } catch {
    url = null;
  }
  const isUsable =
    (url?.protocol === 'https:' || url?.protocol === 'http:') &&
    `${url.username}${url.password}${url.search}${url.hash}` === '';
  if (url === null || !isUsable) {
    throw new TypeError('baseUrl must be an http or https address, as in https://svc.example.com');
  }
  return url.href.replace(/\/+$/, '');
}

function readMs(name: string, given: number | undefined): number | undefined {
  if (given === undefined || (given > 0 && given <= LONGEST_MS)) return given;
  throw new TypeError(`${name} must be a number of milliseconds above 0`);
}
