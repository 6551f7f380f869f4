import type { FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify';
import type { HttpContext } from './context.js';
import { sendRetryLater, setCommonHeaders } from './errors.js';
import { answerOtherHost, type OtherHostContext } from './redirect/answer-other-host.js';

/** What the first hook of a request needs. */
export type AcceptContext = Pick<HttpContext, 'lifecycle' | 'now'> & OtherHostContext;

/**
 * What comes first for every request: the headers that every answer has, whether it was sent to a known host, and whether
 * the process serves at all. Returns false when the request is answered here: refused, or one of a link domain.
 */
export function isAccepted(context: AcceptContext, request: FastifyRequest, reply: FastifyReply): boolean {
  const { lifecycle, hosts, now } = context;
  request.arrivedMs = now();
  setCommonHeaders(reply);
  if (!hosts.accepts(request) && request.routeOptions.config.isForAnyHost !== true) {
    answerOtherHost(context, request, reply).catch((error) => reply.send(error));
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
export function acceptRequests(context: AcceptContext): onRequestHookHandler {
  return (request, reply, done) => {
    if (isAccepted(context, request, reply)) done();
  };
}
