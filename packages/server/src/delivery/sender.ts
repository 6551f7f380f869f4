import http from 'node:http';
import https from 'node:https';
import { createLookup, ForbiddenAddressError, type OutgoingRules, parseTarget } from '../net/outgoing.js';

/** What is sent to a webhook, and where. */
export interface OutgoingRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** What came of it: the status of the answer, or why there is none, in words. */
export type SendResult =
  | { readonly status: number; readonly error: null }
  | { readonly status: null; readonly error: string };

/** Sends requests to receivers that nobody vouches for. */
export interface Sender {
  /** Never rejects for the receiver's fault; rejects when `signal` is aborted. */
  send(request: OutgoingRequest, signal: AbortSignal): Promise<SendResult>;
  /** Closes connections that are kept open. */
  close(): void;
}

export interface SenderOptions {
  readonly rules: OutgoingRules;
  /** From looking up the name to the end of the answer. */
  readonly timeoutMs: number;
  /** Further certificate authorities; those of Node unless a test has its own. */
  readonly ca?: string;
}

/** Of a body nothing is used; reading a short one to its end lets the connection be used again. */
const MOST_BODY_BYTES = 64 * 1024;
const KEEP_IDLE_MS = 5_000;
const MOST_IDLE_SOCKETS = 256;
/** A receiver may close kept connections just when they are used again, which is nobody's failure; how many in a row. */
const MOST_STALE = 3;

const WORDS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'The connection was refused',
  ECONNRESET: 'The connection was closed before an answer',
  EPIPE: 'The connection was closed before an answer',
  ENOTFOUND: 'The host name is unknown',
  ENODATA: 'The host name has no address',
  EAI_AGAIN: 'The host name could not be looked up',
  ETIMEOUT: 'The host name could not be looked up',
  ESERVFAIL: 'The host name could not be looked up',
  EHOSTUNREACH: 'The host cannot be reached',
  ENETUNREACH: 'The host cannot be reached',
  CERT_HAS_EXPIRED: 'The certificate has expired',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'The certificate is self-signed',
  SELF_SIGNED_CERT_IN_CHAIN: 'The certificate is self-signed',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'The certificate cannot be verified',
  ERR_TLS_CERT_ALTNAME_INVALID: 'The certificate is for another host name',
};

/**
 * A sender that connects only where `rules` allow it, checked at each connection. It follows no redirects, uses no proxy whatever
 * the environment says, and reads at most 64 KiB of an answer.
 */
export function createSender({ rules, timeoutMs, ca }: SenderOptions): Sender {
  const options = {
    keepAlive: true,
    timeout: KEEP_IDLE_MS,
    maxFreeSockets: MOST_IDLE_SOCKETS,
    lookup: createLookup(rules),
  };
  const agents = {
    'http:': new http.Agent(options),
    'https:': new https.Agent({ ...options, ...(ca && { ca }) }),
  };
  return {
    async send(request, signal) {
      const url = parseTarget(request.url, rules);
      if (url === null) return { status: null, error: 'The address is not allowed' };
      const agent = agents[url.protocol as keyof typeof agents];
      const deadlineMs = performance.now() + timeoutMs;
      for (let tries = 1; tries <= MOST_STALE; tries += 1) {
        const leftMs = Math.max(1, deadlineMs - performance.now());
        const result = await exchange(url, request, { agent, leftMs, timeoutMs, signal });
        if (result !== 'stale') return result;
      }
      return { status: null, error: describe({ name: 'Error', message: '', code: 'ECONNRESET' }) };
    },
    close() {
      for (const agent of Object.values(agents)) agent.destroy();
    },
  };
}

interface Exchange {
  readonly agent: http.Agent;
  readonly leftMs: number;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

/** One request and its answer; `stale`: the kept connection was closed before anything came back. */
function exchange(
  url: URL,
  { headers, body }: OutgoingRequest,
  { agent, leftMs, timeoutMs, signal }: Exchange,
): Promise<SendResult | 'stale'> {
  const { promise, resolve, reject } = deferred<SendResult | 'stale'>();
  const transport = url.protocol === 'https:' ? https : http;
  const request = transport.request(url, { method: 'POST', agent, headers: withLength(headers, body) });
  const stop = (result: SendResult | 'stale') => {
    resolve(result);
    request.destroy();
  };
  let status: number | null = null;
  const timer = setTimeout(() => {
    stop(
      status === null ? { status, error: `No answer within ${timeoutMs / 1000} s` } : { status, error: null },
    );
  }, leftMs);
  const abort = () => {
    reject(signal.reason);
    request.destroy();
  };
  signal.addEventListener('abort', abort, { once: true });
  request.on('response', (response) => {
    status = response.statusCode ?? 0;
    const answer = { status, error: null };
    let bytes = 0;
    response.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > MOST_BODY_BYTES) stop(answer);
    });
    // What was answered counts, also when its body never ends.
    response.on('close', () => resolve(answer));
  });
  request.on('error', (error: NodeJS.ErrnoException) => {
    const isStale =
      request.reusedSocket && status === null && ['ECONNRESET', 'EPIPE'].includes(error.code ?? '');
    resolve(isStale ? 'stale' : { status: null, error: describe(error) });
  });
  request.end(body);
  return promise.finally(() => {
    clearTimeout(timer);
    signal.removeEventListener('abort', abort);
  });
}

function withLength(headers: OutgoingRequest['headers'], body: string) {
  return { ...headers, 'content-length': String(Buffer.byteLength(body)) };
}

function deferred<Value>() {
  let resolve: (value: Value) => void = () => {};
  let reject: (reason: unknown) => void = () => {};
  const promise = new Promise<Value>((onValue, onError) => {
    resolve = onValue;
    reject = onError;
  });
  return { promise, resolve, reject };
}

/** In words, and nothing of what the receiver sent. */
function describe(error: NodeJS.ErrnoException): string {
  if (error instanceof ForbiddenAddressError) return error.message;
  const inner = error instanceof AggregateError ? (error.errors[0] as NodeJS.ErrnoException) : error;
  const code = inner?.code ?? error.code ?? error.name;
  return WORDS[code] ?? `The request failed (${code})`;
}
