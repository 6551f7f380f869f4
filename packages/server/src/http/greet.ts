import type { FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify';
import type { HttpContext } from './context.js';
import { sendRetryLater } from './errors.js';

/**
 * What comes first for every request: its id on the answer, and whether the process serves at all. Gives false when the
 * request has been turned away.
 */
export function isGreeted(
  { lifecycle }: Pick<HttpContext, 'lifecycle'>,
  request: FastifyRequest,
  reply: FastifyReply,
): boolean {
  request.arrivedMs = Date.now();
  reply.header('x-request-id', request.id);
  if (lifecycle.phase === 'serving' || request.routeOptions.config.isAlwaysServed === true) return true;
  sendRetryLater(reply.header('connection', 'close'), 'unavailable', 1);
  return false;
}

/**
 * The first hook of every scope of routes. The scopes of the tracking routes have one that does this and their own work
 * as well, because each hook costs about a hundredth of a click.
 */
export function greet(context: Pick<HttpContext, 'lifecycle'>): onRequestHookHandler {
  return (request, reply, done) => {
    if (isGreeted(context, request, reply)) done();
  };
}
