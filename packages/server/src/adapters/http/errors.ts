import { ERRORS, type ErrorCode, errorText } from '@svc/contract';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { isConnectionLost } from '../../database/transaction.js';
import { UnavailableError } from '../../ingest/index.js';
import { RefusedError } from '../../operations/refused-error.js';

export { RefusedError } from '../../operations/refused-error.js';

/** Fastify's own errors, by the only thing about them that stays: their code. */
const FASTIFY_ERRORS: Readonly<Record<string, ErrorCode>> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'content_type_unsupported',
  FST_ERR_CTP_BODY_TOO_LARGE: 'body_too_large',
  FST_ERR_CTP_INVALID_JSON_BODY: 'json_invalid',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'json_invalid',
  FST_ERR_NOT_FOUND: 'not_found',
  FST_ERR_BAD_URL: 'request_malformed',
};

const CODE_BY_STATUS: Readonly<Record<number, ErrorCode>> = {
  401: 'authentication_required',
  403: 'permission_missing',
  404: 'not_found',
  408: 'request_timeout',
  413: 'body_too_large',
  415: 'content_type_unsupported',
  429: 'rate_limited',
  431: 'headers_too_large',
  503: 'unavailable',
};

/** The header with the code of an error, on every error answer. Contract 2 section 7.2. */
export const ERROR_CODE_HEADER = 'svc-error-code';

const JSON_TYPE = 'application/json; charset=utf-8';

/** What a page on another origin may read of an error besides its body. */
const EXPOSED_HEADERS = `x-request-id, retry-after, ${ERROR_CODE_HEADER}`;

/** What every answer has: its request's id, and that browsers take it for nothing but what its type says. */
export function setCommonHeaders(reply: FastifyReply): void {
  reply.header('x-request-id', reply.request.id).header('x-content-type-options', 'nosniff');
}

/**
 * Answers an error: `{ "error": text }` with its status, and its code in the header `svc-error-code`. `word` takes the place
 * of the `<…>` in the text; `fields` stand beside it.
 */
export function sendError(
  reply: FastifyReply,
  code: ErrorCode,
  word?: string,
  fields?: Readonly<Record<string, unknown>>,
): FastifyReply {
  return sendErrorText(reply, code, errorText(code, word), fields);
}

function sendErrorText(
  reply: FastifyReply,
  code: ErrorCode,
  text: string,
  fields?: Readonly<Record<string, unknown>>,
): FastifyReply {
  // Again here for what fails before its first hook.
  setCommonHeaders(reply);
  if (reply.hasHeader('access-control-allow-origin')) {
    reply.header('access-control-expose-headers', EXPOSED_HEADERS);
  }
  const { status } = ERRORS[code];
  reply.request.routeOptions.config.observe?.(reply.request, status);
  return reply
    .code(status)
    .header(ERROR_CODE_HEADER, code)
    .header('content-type', JSON_TYPE)
    .send(errorBody(text, fields));
}

/** An onSend hook for routes that pass on errors of libraries: one without a code gets the code nearest to its status. */
export function addErrorCode(
  _request: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
  done: (error: null, payload: unknown) => void,
): void {
  const { statusCode } = reply;
  if (statusCode >= 400 && !reply.hasHeader(ERROR_CODE_HEADER)) {
    const fallback = statusCode < 500 ? 'request_malformed' : 'internal';
    reply.header(ERROR_CODE_HEADER, CODE_BY_STATUS[statusCode] ?? fallback);
  }
  done(null, payload);
}

/** Answers that the same request may succeed later, and when. */
export function sendRetryLater(
  reply: FastifyReply,
  code: 'unavailable' | 'rate_limited',
  retryAfterSeconds: number,
): FastifyReply {
  return sendError(setRetryAfter(reply, retryAfterSeconds), code);
}

function setRetryAfter(reply: FastifyReply, seconds: number): FastifyReply {
  return reply.header('retry-after', String(Math.max(1, Math.ceil(seconds))));
}

/** The body of every error. */
export function errorBody(text: string, fields: Readonly<Record<string, unknown>> = {}): string {
  return JSON.stringify({ error: text, ...fields });
}

/**
 * The one place where something thrown becomes an answer. What the caller did wrong is named; everything else is the
 * route's own text, and its details go to the log with the request id.
 */
export function errorHandler(logger: Logger) {
  return (error: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    if (error instanceof RefusedError) {
      if (request.is404) return sendError(reply, 'not_found');
      if (error.retryAfterSeconds !== undefined) setRetryAfter(reply, error.retryAfterSeconds);
      return sendError(reply, error.code, error.word, error.fields);
    }
    if (error instanceof UnavailableError)
      return sendRetryLater(reply, 'unavailable', error.retryAfterSeconds);
    const code = request.is404 ? 'not_found' : FASTIFY_ERRORS[error.code];
    if (code !== undefined) return sendError(reply, code);
    if (isConnectionLost(error)) return sendRetryLater(reply, 'unavailable', 1);
    if (error.validation !== undefined) return sendErrorText(reply, 'request_malformed', error.message);
    const status = error.statusCode ?? 500;
    if (status >= 400 && status < 500) return sendError(reply, CODE_BY_STATUS[status] ?? 'request_malformed');
    const { config, url } = request.routeOptions;
    logger.error({ reqId: request.id, route: url, method: request.method, err: error }, 'request failed');
    return sendError(reply, config.failure ?? 'internal');
  };
}
