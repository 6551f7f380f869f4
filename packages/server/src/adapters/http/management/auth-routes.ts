import { ERRORS, type ErrorCode, isRecord } from '@svc/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify';
import type { AuthAnswer } from '../../../auth/create-auth.js';
import { isStorable } from '../../../operations/storable.js';
import { errorBody, RefusedError, sendError } from '../errors.js';
import { limitByAddress } from '../rate-limits.js';
import type { ManagementContext } from './access.js';

/** What of better-auth is offered. Everything else under /api/auth is 404: signing up, other ways in, its pages. */
const OFFERED = [
  { method: 'POST', path: '/sign-in/email', summary: 'Sign in with email and password', isGuessable: true },
  { method: 'POST', path: '/sign-out', summary: 'Sign out', isGuessable: false },
  { method: 'GET', path: '/get-session', summary: 'The session in use, or null', isGuessable: false },
  { method: 'GET', path: '/list-sessions', summary: "The caller's sessions", isGuessable: false },
  { method: 'POST', path: '/revoke-session', summary: 'End one session', isGuessable: false },
  { method: 'POST', path: '/revoke-other-sessions', summary: 'End all other sessions', isGuessable: false },
  { method: 'POST', path: '/revoke-sessions', summary: 'Sign out everywhere', isGuessable: false },
  { method: 'POST', path: '/change-password', summary: 'Change the password', isGuessable: true },
  {
    method: 'POST',
    path: '/request-password-reset',
    summary: 'Ask for a mail to choose a new password with',
    isGuessable: true,
  },
  { method: 'POST', path: '/reset-password', summary: 'Choose a new password', isGuessable: true },
  {
    method: 'POST',
    path: '/two-factor/enable',
    summary: 'Get the secret for an authenticator, and backup codes; counts once a code was verified',
    isGuessable: true,
  },
  {
    method: 'POST',
    path: '/two-factor/disable',
    summary: 'Turn two-factor authentication off: takes `password` and `code`',
    isGuessable: true,
  },
  {
    method: 'POST',
    path: '/two-factor/verify-totp',
    summary: 'Prove a code of the authenticator',
    isGuessable: true,
  },
  {
    method: 'POST',
    path: '/two-factor/verify-backup-code',
    summary: 'Sign in with a backup code, once',
    isGuessable: true,
  },
  {
    method: 'POST',
    path: '/two-factor/generate-backup-codes',
    summary: 'Make new backup codes in place of the old ones; takes `password` and `code`',
    isGuessable: true,
  },
] as const;

const CODE_BY_STATUS: Readonly<Record<number, ErrorCode>> = {
  401: 'authentication_required',
  404: 'not_found',
};

/** The errors of better-auth that callers act on, by its codes. */
const LIBRARY_ERRORS = new Map<unknown, ErrorCode>([
  ['INVALID_EMAIL_OR_PASSWORD', 'credentials_invalid'],
  ['INVALID_PASSWORD', 'password_wrong'],
  ['INVALID_CODE', 'code_invalid'],
  ['INVALID_BACKUP_CODE', 'backup_code_invalid'],
  ['INVALID_TOKEN', 'reset_token_invalid'],
]);

/** Serves sign-in under /api/auth, with errors in the form all errors have. Contract section 5. */
export function registerAuthRoutes(app: FastifyInstance, context: ManagementContext): void {
  const limit = limitByAddress(context.limits.signIn);
  const limitSession: onRequestHookHandler = (request, reply, done) => {
    if (context.sessionLimits.isWithin(request, reply)) done();
  };
  for (const { method, path, summary, isGuessable } of OFFERED) {
    app.route({
      method,
      url: `/api/auth${path}`,
      exposeHeadRoute: false,
      onRequest: isGuessable ? limit : limitSession,
      schema: { operationId: operationIdOf(path), tags: ['dashboard'], summary },
      handler: async (request, reply) => {
        requireFlatFields(request.query);
        requireFlatFields(request.body);
        const caller = { address: request.ip, userAgent: request.headers['user-agent'] ?? null };
        return relay(await context.auth.handle(webRequestOf(request, context), caller), reply);
      },
    });
  }
}

/** `/sign-in/email` is `signInEmail`. */
function operationIdOf(path: string): string {
  return path.slice(1).replace(/[/-](\w)/g, (_, letter: string) => letter.toUpperCase());
}

/**
 * Refuses what would be a failure of the service instead of the caller's: better-auth looks up text that the database
 * takes for none, and what is nested too deep cannot be serialized again for it. None of its fields is a list or an object.
 */
function requireFlatFields(fields: unknown): void {
  if (fields === undefined || fields === null) return;
  if (!isRecord(fields)) throw new RefusedError('body_not_object');
  for (const [name, value] of Object.entries(fields)) {
    const isNested = typeof value === 'object' && value !== null;
    if (isNested || !isStorable(value)) throw new RefusedError('field_invalid', name);
  }
}

/**
 * The request as better-auth takes it. Its address is the one the caller used, so that better-auth can distinguish a page of
 * this service from another site's.
 */
function webRequestOf(request: FastifyRequest, { settings }: ManagementContext): Request {
  const own = ownOriginOf(request, settings.baseUrl);
  const { search } = new URL(request.url, 'http://localhost');
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    if (typeof value === 'string' && !DROPPED.has(name)) headers.set(name, value);
  }
  // Browsers say where a POST comes from. A client that says nothing about it is no browser and carries no one else's
  // cookies, but better-auth would refuse it all the same.
  if (!headers.has('origin') && !headers.has('referer') && !headers.has('sec-fetch-site')) {
    headers.set('origin', own);
  }
  const url = new URL(`${request.routeOptions.url}${search}`, own);
  if (request.method === 'GET') return new Request(url, { headers });
  headers.set('content-type', 'application/json');
  return new Request(url, { method: request.method, headers, body: JSON.stringify(request.body ?? {}) });
}

/** The body is serialized again, so headers about its former encoding no longer hold. */
const DROPPED = new Set(['content-length', 'content-encoding', 'transfer-encoding', 'connection', 'expect']);

const PLAIN_HOST = /^[A-Za-z0-9.-]+(:\d+)?$|^\[[0-9A-Fa-f:.]+\](:\d+)?$/;

function ownOriginOf(request: FastifyRequest, baseUrl: string): string {
  const origin = `${request.protocol}://${request.host}`;
  return PLAIN_HOST.test(request.host) && URL.canParse(origin) ? origin : baseUrl;
}

/** Sends what better-auth answered; of an error only its message. */
function relay({ status, ok, body, setCookies }: AuthAnswer, reply: FastifyReply): FastifyReply {
  reply.code(status).header('cache-control', 'no-store');
  if (setCookies.length > 0) reply.header('set-cookie', setCookies);
  reply.header('content-type', 'application/json; charset=utf-8');
  if (ok) return reply.send(body === '' ? 'null' : body);
  const { code, message } = parseLibraryError(body);
  const known = LIBRARY_ERRORS.get(code);
  if (known !== undefined && ERRORS[known].status === status) return sendError(reply, known);
  return reply.send(errorBody(message ?? ERRORS[CODE_BY_STATUS[status] ?? 'internal'].text));
}

function parseLibraryError(body: string): { readonly code: unknown; readonly message: string | null } {
  try {
    const { code, message } = JSON.parse(body) as { code?: unknown; message?: unknown };
    return { code, message: typeof message === 'string' && message !== '' ? message : null };
  } catch {
    return { code: null, message: null };
  }
}
