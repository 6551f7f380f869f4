import type { Caller } from '@svc/core';
import type { onRequestHookHandler } from 'fastify';
import { isAccepted } from '../accept-request.js';
import { bearerToken } from '../bearer.js';
import type { HttpContext } from '../context.js';
import { isAddressWithin } from '../rate-limits.js';
import { authorizeToken } from '../server/require-api-key.js';
import { allowOrigin, originOf } from './cors.js';

/**
 * The first hook of routes that pages and servers share: a caller with a Bearer key acts for its program, and
 * the key must be valid; any other caller acts for the page's origin. Contract section 2.
 *
 * A listed origin may read every answer, refusals included. The database is asked about an origin only after the
 * request was counted, so that many origins do not raise a caller's limit.
 */
export function authorizePageOrServer(context: HttpContext): onRequestHookHandler {
  const { origins, limits } = context;
  return (request, reply, done) => {
    if (!isAccepted(context, request, reply)) return;
    const origin = originOf(request);
    const isKnown = origin !== null && origins.isKnown(origin, request.arrivedMs);
    if (isKnown) allowOrigin(reply, origin);
    else if (origin !== null) reply.header('vary', 'Origin');
    const token = bearerToken(request.headers.authorization);
    if (token !== null) {
      authorizeToken(context, token, request, reply, done);
      return;
    }
    if (!isAddressWithin(limits.browser, request, reply)) return;
    request.caller = { mode: 'browser', origin };
    if (isKnown || origin === null) {
      done();
      return;
    }
    origins.isListed(origin).then((isListed) => {
      if (isListed) allowOrigin(reply, origin);
      done();
    }, done);
  };
}

/** The rights of an authorized caller; only for routes behind `authorizePageOrServer`. */
export function callerOf(caller: Caller | null): Caller {
  if (caller === null) throw new Error('a route was reached by a caller that was not authorized');
  return caller;
}
