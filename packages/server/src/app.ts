import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { acceptJson, acceptJsonAsText } from './http/body-parsers.js';
import { admitPageOrServer } from './http/browser/admit.js';
import { registerClick } from './http/browser/click.js';
import { answerPreflight } from './http/browser/cors.js';
import { registerLead } from './http/browser/lead.js';
import { createOriginCatalog } from './http/browser/origins.js';
import { connectionErrorHandler } from './http/connection-errors.js';
import type { AppDependencies, HttpContext, HttpSettings } from './http/context.js';
import { registerDashboard } from './http/dashboard/register-dashboard.js';
import { errorHandler, sendError, sendRetryLater } from './http/errors.js';
import { registerHealth } from './http/health.js';
import { collectRoutes, registerDocs } from './http/openapi.js';
import { createRateLimits } from './http/rate-limits.js';
import { createRequestIds } from './http/request-id.js';
import { createApiKeys } from './http/server/api-keys.js';
import { registerCliStatus } from './http/server/cli-status.js';
import { registerRefund } from './http/server/refund.js';
import { requireApiKey } from './http/server/require-api-key.js';
import { registerSale } from './http/server/sale.js';

export type { AppDependencies, HttpSettings, Lifecycle } from './http/context.js';
export { createMetrics, type Metrics } from './http/metrics.js';

const BODY_LIMIT_BYTES = 64 * 1024;
const REQUEST_TIMEOUT_MS = 30_000;
const STOPPING_KEEP_ALIVE_MS = 1;

/**
 * Builds the HTTP application, ready to listen. `close()` on it answers what is under way, turns everything else away
 * with 503, and writes down the last use of API keys; the pipeline and the database are closed afterwards by whoever
 * opened them.
 */
export async function buildApp(dependencies: AppDependencies): Promise<FastifyInstance> {
  const { settings, logger, metrics, lifecycle, tracking } = dependencies;
  const newRequestId = createRequestIds();
  const app = Fastify({
    // With a logger Fastify listens to every response, which costs more than most of what happens in a request. What
    // is worth a line is logged where it happens, with the request's id.
    logger: false,
    genReqId: newRequestId,
    trustProxy: trustProxyOption(settings.trustProxy),
    bodyLimit: BODY_LIMIT_BYTES,
    requestTimeout: REQUEST_TIMEOUT_MS,
    // Fastify would answer in its own form while closing; the phase of the process says the same in ours.
    return503OnClosing: false,
    clientErrorHandler: connectionErrorHandler(() => newRequestId({ headers: {} })),
    frameworkErrors: (_error, request, reply) => {
      void sendError(reply.header('x-request-id', request.id), 'request_malformed');
    },
  });
  const context = createContext(dependencies);
  app.decorateRequest('caller', null);
  app.decorateRequest('arrivedMs', 0);
  app.setErrorHandler(errorHandler(logger));
  app.setNotFoundHandler((_request, reply) => sendError(reply, 'not_found'));
  app.addHook('onRequest', welcome(context));
  app.addHook('preClose', async () => {
    lifecycle.phase = 'stopping';
    // Connections on which an answer is still to go out are closed right after it instead of being kept for more.
    app.server.keepAliveTimeout = STOPPING_KEEP_ALIVE_MS;
  });
  app.addHook('onClose', () => context.apiKeys.close());
  metrics.watchQueue(tracking);
  metrics.watchRoutes(app, logger);
  acceptJson(app);
  await collectRoutes(app, settings);
  await registerRoutes(app, context);
  await app.ready();
  return app;
}

/** Fastify trusts nobody when given a number of hops, so counting them is done here. */
function trustProxyOption(trustProxy: HttpSettings['trustProxy']) {
  if (typeof trustProxy === 'number') return (_address: string, hop: number) => hop < trustProxy;
  return typeof trustProxy === 'boolean' ? trustProxy : [...trustProxy];
}

function createContext(dependencies: AppDependencies): HttpContext {
  const { database, logger, settings, tracking } = dependencies;
  const apiKeys = createApiKeys(database.pool, logger);
  const origins = createOriginCatalog(database.pool);
  return {
    ...dependencies,
    apiKeys,
    origins,
    limits: createRateLimits(settings.rateLimit),
    forgetConfiguration() {
      tracking.forgetCatalog();
      apiKeys.forget();
      origins.forget();
    },
  };
}

/** The first hook of every request: its id on the answer, and whether it is served at all. */
function welcome({ lifecycle, metrics }: HttpContext) {
  return (request: FastifyRequest, reply: FastifyReply, done: () => void): void => {
    request.arrivedMs = Date.now();
    reply.header('x-request-id', request.id);
    if (lifecycle.phase !== 'serving' && request.routeOptions.config.isAlwaysServed !== true) {
      sendRetryLater(reply.header('connection', 'close'), 'unavailable', 1);
    } else if (request.is404) {
      metrics.countUnrouted(404);
      sendError(reply, 'not_found');
    } else {
      done();
    }
  };
}

/** Every route of the service: one place for all contexts. */
async function registerRoutes(app: FastifyInstance, context: HttpContext): Promise<void> {
  registerHealth(app, context);
  await registerDocs(app);
  registerDashboard(app, context);
  await app.register(async (pages) => {
    acceptJsonAsText(pages);
    for (const url of ['/track/click', '/api/v1/track/click', '/api/v1/track/lead']) {
      pages.options(url, { schema: { hide: true } }, (request, reply) =>
        answerPreflight(context, request, reply),
      );
    }
    await pages.register(async (admitted) => {
      admitted.addHook('onRequest', admitPageOrServer(context));
      registerClick(admitted, context);
      registerLead(admitted, context);
    });
  });
  await app.register(async (servers) => {
    servers.addHook('onRequest', requireApiKey(context));
    registerSale(servers, context);
    registerRefund(servers, context);
    registerCliStatus(servers, context);
  });
}
