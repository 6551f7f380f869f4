import type { FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify';
import type { HttpContext } from './context.js';
import { sendError, sendRetryLater, setCommonHeaders } from './errors.js';

/** What the first hook of a request needs. */
export type GreetContext = Pick<HttpContext, 'lifecycle' | 'hosts'>;

/**
 * What comes first for every request: the headers that every answer has, whether it was sent to a known host, and whether
 * the process serves at all. Gives false when the request has been turned away.
 */
export function isGreeted(
  { lifecycle, hosts }: GreetContext,
  request: FastifyRequest,
  reply: FastifyReply,
): boolean {
  request.arrivedMs = Date.now();
  setCommonHeaders(reply);
  if (!hosts.accepts(request) && request.routeOptions.config.isForAnyHost !== true) {
    hosts.noteRefused(request);
    sendError(reply, 'host_unknown');
    return false;
  }
  if (lifecycle.phase === 'serving' || request.routeOptions.config.isAlwaysServed === true) return true;
  sendRetryLater(reply.header('connection', 'close'), 'unavailable', 1);
  return false;
}

/**
 * The first hook of every scope of routes. The scopes of the tracking routes have one that does this and their own work
 * as well, because each hook costs about a hundredth of a click.
 */
export function greet(context: GreetContext): onRequestHookHandler {
  return (request, reply, done) => {
    if (isGreeted(context, request, reply)) done();
  };
}
