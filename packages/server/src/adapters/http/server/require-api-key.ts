import type { FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify';
import type { ApiKey } from '../../../features/keys/find-api-key.js';
import { type AcceptContext, isAccepted } from '../accept-request.js';
import { bearerToken } from '../bearer.js';
import type { HttpContext } from '../context.js';
import { sendError } from '../errors.js';
import { isAddressWithin, isWithin } from '../rate-limits.js';
import type { KeyedCall } from './api-keys.js';

/**
 * The first hook of routes of servers: lets through only callers with a valid API key, within its rate limit, and
 * notes on the request whom it speaks for. Specification section 5 and 7, contract section 2, contract 2 section 7.1.
 */
export function requireApiKey(
  context: Pick<HttpContext, 'apiKeys' | 'keyUses' | 'limits'> & AcceptContext,
  call: KeyedCall = 'other',
): onRequestHookHandler {
  return (request, reply, done) => {
    if (!isAccepted(context, request, reply)) return;
    const token = bearerToken(request.headers.authorization);
    if (token === null) sendError(reply, 'authorization_malformed');
    else authorizeToken(context, token, request, reply, done, call);
  };
}

/** Authorizes the holder of a key, or answers why not. */
export function authorizeToken(
  context: Pick<HttpContext, 'apiKeys' | 'keyUses' | 'limits'>,
  token: string,
  request: FastifyRequest,
  reply: FastifyReply,
  done: (error?: Error) => void,
  call: KeyedCall = 'other',
): void {
  if (token === '') {
    sendError(reply, 'api_key_empty');
    return;
  }
  const authorize = (key: ApiKey | null): void => {
    if (key === null) {
      if (isAddressWithin(context.limits.reads, request, reply)) sendError(reply, 'api_key_unknown');
    } else if (isWithin(context.limits.server, key.id, reply)) {
      context.keyUses.note(key.id, request.ip);
      request.caller = { mode: 'server', programId: key.programId, workspaceId: key.workspaceId };
      done();
    }
  };
  const key = context.apiKeys.get(token, call);
  if (key instanceof Promise) key.then(authorize, done);
  else authorize(key);
}

/** The program and workspace an authorized caller acts for; only for routes behind `requireApiKey`. */
export function serverCaller(request: FastifyRequest) {
  if (request.caller?.mode !== 'server') throw new Error('a server route was reached without an API key');
  return request.caller;
}
