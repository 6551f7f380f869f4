import type { Caller } from '@svc/core';
import type { onRequestHookHandler } from 'fastify';
import type { HttpContext } from '../context.js';
import { isGreeted } from '../greet.js';
import { isAddressWithin } from '../rate-limits.js';
import { bearerToken } from '../server/bearer.js';
import { admitToken } from '../server/require-api-key.js';
import { allowOrigin, originOf } from './cors.js';

/**
 * The first hook of routes that pages and servers share: whoever shows a Bearer key speaks as its program, and
 * must show a valid one; everybody else speaks as the page's origin. Contract section 2.
 *
 * A listed origin may read every answer, refusals included. The database is asked about an origin only after the
 * request was counted, so that somebody with many origins is as limited as everybody else.
 */
export function admitPageOrServer(context: HttpContext): onRequestHookHandler {
  const { origins, limits } = context;
  return (request, reply, done) => {
    if (!isGreeted(context, request, reply)) return;
    const origin = originOf(request);
    const isKnown = origin !== null && origins.isKnown(origin, request.arrivedMs);
    if (isKnown) allowOrigin(reply, origin);
    else if (origin !== null) reply.header('vary', 'Origin');
    const token = bearerToken(request.headers.authorization);
    if (token !== null) {
      admitToken(context, token, request, reply, done);
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

/** By what right an admitted caller speaks; only for routes behind `admitPageOrServer`. */
export function callerOf(caller: Caller | null): Caller {
  if (caller === null) throw new Error('a route was reached by a caller that was not admitted');
  return caller;
}
