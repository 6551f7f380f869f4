import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import type { Now } from '../../clock.js';
import type { Metrics } from './metrics.js';

const SLOW_MS = 1_000;

/** Called with each response of a route, just before it is sent. */
export type RouteObserver = (request: FastifyRequest, status: number) => void;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route reports its own successes; `sendError` reports everything else. */
    observe?: RouteObserver;
  }
  interface FastifyRequest {
    /** When the request arrived, in epoch milliseconds; set by the first hook of its scope. */
    arrivedMs: number;
  }
}

/** Makes the observers of routes, which count and time their answers and log the slow ones. */
export function createObservers(
  metrics: Pick<Metrics, 'durationsOf'>,
  logger: Logger,
  now: Now,
): (route: string) => RouteObserver {
  return (route) => {
    const observe = metrics.durationsOf(route);
    return (request, status) => {
      // The clock of the day: a tenth of the price of a better one, and a millisecond is fine enough.
      const elapsedMs = Math.max(0, now() - request.arrivedMs);
      observe(status, elapsedMs / 1000);
      if (elapsedMs < SLOW_MS) return;
      logger.warn({ reqId: request.id, method: request.method, route, status, elapsedMs }, 'slow request');
    };
  };
}

/**
 * Observes every route registered after this that does not do so itself. The tracking routes do: a hook when an answer
 * is sent costs them about a fiftieth of a click, and one for when it has been sent (onResponse) more than twice that.
 */
export function observeRoutes(app: FastifyInstance, observerOf: (route: string) => RouteObserver): void {
  app.addHook('onRoute', (route) => {
    if (route.config?.observe !== undefined) return;
    const observe = observerOf(route.url);
    route.onSend = [
      ...[route.onSend ?? []].flat(),
      (request, reply, payload, done) => {
        observe(request, reply.statusCode);
        done(null, payload);
      },
    ];
  });
}
