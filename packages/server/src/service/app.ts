import Fastify, { type FastifyInstance, type RawRequestDefaultExpression } from 'fastify';
import { acceptRequests } from '../adapters/http/accept-request.js';
import { acceptJson, acceptJsonAsText } from '../adapters/http/body-parsers.js';
import { authorizePageOrServer } from '../adapters/http/browser/authorize-caller.js';
import { registerClick } from '../adapters/http/browser/click.js';
import { registerPreflights } from '../adapters/http/browser/cors.js';
import { registerLead } from '../adapters/http/browser/lead.js';
import { createLinkParameters } from '../adapters/http/browser/link-parameters.js';
import { createOriginCatalog } from '../adapters/http/browser/origins.js';
import { connectionErrorHandler } from '../adapters/http/connection-errors.js';
import type { AppDependencies, HttpContext, HttpSettings } from '../adapters/http/context.js';
import { addErrorCode, errorHandler, sendError } from '../adapters/http/errors.js';
import { registerHealth } from '../adapters/http/health.js';
import { createKeyUses } from '../adapters/http/key-uses.js';
import { createKnownHosts } from '../adapters/http/known-hosts.js';
import { lazySerializers } from '../adapters/http/lazy-serializers.js';
import { requireDeclaredPermissions } from '../adapters/http/management/access.js';
import { registerAuthRoutes } from '../adapters/http/management/auth-routes.js';
import { createManagementKeys } from '../adapters/http/management/management-keys.js';
import { registerOperations } from '../adapters/http/management/register-operations.js';
import { createSessionLimits } from '../adapters/http/management/session-limits.js';
import { registerMcp } from '../adapters/http/mcp/register-mcp.js';
import { createObservers, observeRoutes } from '../adapters/http/observe.js';
import { collectRoutes, registerDocs } from '../adapters/http/openapi.js';
import { registerConnect, registerConnectReturn } from '../adapters/http/provider/connect-routes.js';
import { registerConnectionWebhook, registerWebhook } from '../adapters/http/provider/webhook.js';
import { createRateLimits } from '../adapters/http/rate-limits.js';
import { answerOtherHost } from '../adapters/http/redirect/answer-other-host.js';
import { createLinkDomains } from '../adapters/http/redirect/link-domains.js';
import { answerUndecodablePath, registerRedirect } from '../adapters/http/redirect/redirect.js';
import { createRedirectCatalog } from '../adapters/http/redirect/redirect-catalog.js';
import { createRefusedRequestLog } from '../adapters/http/refused-requests.js';
import { createRequestIds } from '../adapters/http/request-id.js';
import { createApiKeys } from '../adapters/http/server/api-keys.js';
import { registerCliStatus } from '../adapters/http/server/cli-status.js';
import { registerCliWatch } from '../adapters/http/server/cli-watch.js';
import { registerRefund } from '../adapters/http/server/refund.js';
import { requireApiKey } from '../adapters/http/server/require-api-key.js';
import { registerSale } from '../adapters/http/server/sale.js';
import { registerStopEmails } from '../adapters/http/stop-emails.js';
import { registerTextGuides } from '../adapters/http/text-guides.js';
import { registerTrackerScript } from '../adapters/http/tracker-script.js';
import { createVisitors } from '../adapters/http/visitors.js';
import { registerWeb } from '../adapters/http/web/register-web.js';
import { OPERATIONS } from '../features/index.js';
import { recordRefusedTracking } from '../features/integration/refused-tracking.js';
import { createLongWork } from '../features/jobs/long-work.js';
import { createSecurityLog } from '../features/security/security-log.js';
import { findVisitorKey } from '../features/visitors/find-visitor-key.js';
import { createWorkThread } from '../long-work/work-thread.js';
import { normalizeForwarded } from '../net/forwarded.js';
import { createReads } from '../operations/reads.js';

const BODY_LIMIT_BYTES = 64 * 1024;
/** Short links are parameters of a path: 255 characters, of which each may be written as up to four escaped bytes. */
const MAX_PARAM_LENGTH = 255 * 12;
const REQUEST_TIMEOUT_MS = 30_000;
/**
 * Longer than proxies keep idle connections to a service (Traefik 90 s, Caddy 120 s, Google's load balancers 600 s): the side that closes
 * first must be the one that sends requests, or some meet a connection that is just being closed.
 */
const KEEP_ALIVE_MS = 620_000;
const STOPPING_KEEP_ALIVE_MS = 1;
const SLOW_CLIENT_MS = 5_000;
const IDLE_LOOK_MS = 50;

/**
 * Builds the HTTP application, ready to listen. `closeApp` answers what is under way, turns everything else away
 * with 503, and stores when and from where API keys were last used, and what was refused. The caller closes the pipeline and the database
 * afterwards.
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
    ...(settings.trustProxy !== false && { rewriteUrl: readForwarded }),
    bodyLimit: BODY_LIMIT_BYTES,
    routerOptions: { maxParamLength: MAX_PARAM_LENGTH },
    requestTimeout: REQUEST_TIMEOUT_MS,
    // A start that takes long on a busy machine is no error.
    pluginTimeout: 0,
    keepAliveTimeout: KEEP_ALIVE_MS,
    schemaController: { compilersFactory: { buildSerializer: lazySerializers() } },
    // Node would answer a request without Host by itself, in a form of its own.
    http: { requireHostHeader: false },
    // Fastify would answer in its own form while closing; the phase of the process says the same in ours.
    return503OnClosing: false,
    clientErrorHandler: connectionErrorHandler(() => newRequestId({ headers: {} })),
    frameworkErrors: (_error, request, reply) => {
      if (!context.hosts.accepts(request)) void answerOtherHost(context, request, reply);
      else if (answerUndecodablePath(context, request, reply) === null) sendError(reply, 'request_malformed');
    },
  });
  const context = createContext(dependencies);
  app.decorate('forgetConfiguration', context.forgetConfiguration);
  app.decorateRequest('caller', null);
  app.decorateRequest('arrivedMs', 0);
  app.setErrorHandler(errorHandler(logger));
  app.setNotFoundHandler(async (request, reply) => {
    if (context.hosts.accepts(request)) sendError(reply, 'not_found');
    else await answerOtherHost(context, request, reply);
    metrics.countUnrouted(reply.statusCode);
    return reply;
  });
  // Node would answer 417 by itself; what else a client expects is left aside, as HTTP allows.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response));
  app.addHook('preClose', async () => {
    lifecycle.phase = 'stopping';
    // Requests that wait for events are answered at once, and those that wait for long work are refused.
    dependencies.eventWatch.close();
    await context.longWork.close();
    // Connections on which an answer is still to go out are closed right after it instead of being kept for more.
    app.server.keepAliveTimeout = STOPPING_KEEP_ALIVE_MS;
  });
  app.addHook('onClose', async () => {
    await context.apiKeys.close();
    await context.keyUses.close();
    await context.refusedRequests.close();
    await context.managementKeys.close();
    context.visitors.close();
    await context.computing.close();
  });
  metrics.watchQueue(tracking);
  observeRoutes(app, context.observerOf);
  acceptJson(app, context.computing);
  await collectRoutes(app, settings);
  requireDeclaredPermissions(app);
  await registerRoutes(app, context);
  await app.ready();
  return app;
}

/**
 * Takes no more connections and answers what is under way. A connection whose last answer went out after that would be
 * kept open for the next request, so the idle ones are closed until none is left; one on which no request ever came does not
 * count as idle, and ends with the slow clients.
 */
export async function closeApp(app: FastifyInstance): Promise<void> {
  const idle = setInterval(() => app.server.closeIdleConnections(), IDLE_LOOK_MS);
  const slow = setTimeout(() => app.server.closeAllConnections(), SLOW_CLIENT_MS);
  try {
    await app.close();
  } finally {
    clearInterval(idle);
    clearTimeout(slow);
  }
}

/** Fastify calls this before it looks at the headers of proxies; the address that was asked for stays. */
function readForwarded({ url = '/', headers }: RawRequestDefaultExpression): string {
  normalizeForwarded(headers);
  return url;
}

/** Fastify trusts nobody when given a number of hops, so counting them is done here. */
function trustProxyOption(trustProxy: HttpSettings['trustProxy']) {
  if (typeof trustProxy === 'number') return (_address: string, hop: number) => hop < trustProxy;
  return typeof trustProxy === 'boolean' ? trustProxy : [...trustProxy];
}

function createContext(dependencies: AppDependencies): HttpContext {
  const { database, logger, metrics, settings, tracking, writeKeyUsesEveryMs, writeRefusedEveryMs, now } =
    dependencies;
  const apiKeys = createApiKeys(database.trackingPool, logger, now);
  const securityLog = createSecurityLog(database.pool, logger);
  const trackingLog = createSecurityLog(database.trackingPool, logger);
  const origins = createOriginCatalog(database.trackingPool, now);
  const linkParameters = createLinkParameters(database.trackingPool, origins, now);
  const redirects = createRedirectCatalog(database.trackingPool, now);
  const linkDomains = createLinkDomains(database.trackingPool, now);
  const limits = createRateLimits(settings.rateLimit, now);
  return {
    ...dependencies,
    apiKeys,
    refusedRequests: createRefusedRequestLog(
      (refused) => recordRefusedTracking(database.trackingPool, refused),
      logger,
      writeRefusedEveryMs,
    ),
    keyUses: createKeyUses((uses) => trackingLog.recordKeyUses(uses), logger, writeKeyUsesEveryMs),
    managementKeys: createManagementKeys(database.pool, {
      securityLog,
      logger,
      now,
      writeUsesEveryMs: writeKeyUsesEveryMs,
    }),
    securityLog,
    reads: createReads(database, (err) =>
      logger.warn(
        { err },
        'a read replica cannot be reached; lists and reports read from the database itself',
      ),
    ),
    origins,
    linkParameters,
    visitors: createVisitors((day) => findVisitorKey(database.trackingPool, day), logger),
    redirects,
    linkDomains,
    limits,
    sessionLimits: createSessionLimits(limits),
    computing: createWorkThread(),
    longWork: createLongWork({
      pool: database.pool,
      takeFile: limits.files.take,
      logger,
      patienceMs: dependencies.longWorkPatienceMs,
    }),
    hosts: createKnownHosts(settings, logger),
    observerOf: createObservers(metrics, logger, now),
    forgetConfiguration() {
      tracking.forgetCatalog();
      apiKeys.forget();
      origins.forget();
      linkParameters.forget();
      redirects.forget();
      linkDomains.forget();
    },
  };
}

/** Every route of the service: one place for all contexts. Each scope begins with its own first hook. */
async function registerRoutes(app: FastifyInstance, context: HttpContext): Promise<void> {
  await app.register(async (others) => {
    others.addHook('onRequest', acceptRequests(context));
    others.addHook('onSend', addErrorCode);
    registerHealth(others, context);
    registerPreflights(others, context);
    registerTrackerScript(others, context);
    if (context.settings.publicDocs) {
      registerDocs(others, context);
      registerTextGuides(others, context);
    }
    registerAuthRoutes(others, context);
    registerOperations(others, context, OPERATIONS);
    registerMcp(others, context, OPERATIONS);
    registerConnectReturn(others, context);
    await registerWeb(others, context);
  });
  registerStopEmails(app, context);
  for (const endpoint of context.webhooks) registerWebhook(app, endpoint, context);
  registerConnectionWebhook(app, context);
  await app.register(async (pages) => {
    pages.addHook('onRequest', authorizePageOrServer(context));
    acceptJsonAsText(pages);
    registerClick(pages, context);
    registerLead(pages, context);
  });
  await app.register(async (visitors) => {
    visitors.addHook('onRequest', acceptRequests(context));
    registerRedirect(visitors, context);
  });
  await app.register(async (servers) => {
    servers.addHook('onRequest', requireApiKey(context));
    registerSale(servers, context);
    registerCliStatus(servers, context);
    registerCliWatch(servers, context);
    registerConnect(servers, context);
  });
  await app.register(async (refunds) => {
    refunds.addHook('onRequest', requireApiKey(context, 'refund'));
    registerRefund(refunds, context);
  });
}
