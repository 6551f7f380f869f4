import { HealthAnswer, responsesOf } from '@svc/contract';
import type { FastifyInstance, onRequestHookHandler } from 'fastify';
import { hashSecret, isSecret } from '../../crypto/secret-text.js';
import { bearerToken } from './bearer.js';
import type { HttpContext } from './context.js';
import { sendError, sendRetryLater } from './errors.js';
import { limitByAddress } from './rate-limits.js';
import { hideOnLinkDomains } from './redirect/answer-other-host.js';

const READY_WITHIN_MS = 2_000;

/** GET /healthz, /readyz and /metrics. Contract section 1. */
export function registerHealth(app: FastifyInstance, context: HttpContext): void {
  const config = { isAlwaysServed: true, isForAnyHost: true };
  const tags = ['operation'];
  app.get(
    '/healthz',
    {
      config,
      schema: {
        operationId: 'readHealth',
        tags,
        summary: 'Whether the process serves requests',
        security: [{}],
        response: responsesOf(HealthAnswer, ['unavailable']),
      },
    },
    async (_request, reply) =>
      // A service that still waits for its database or migrates it serves nothing yet.
      context.lifecycle.phase === 'starting' ? sendRetryLater(reply, 'unavailable', 1) : { status: 'ok' },
  );
  app.get(
    '/readyz',
    {
      config,
      onRequest: hideOnLinkDomains(context),
      schema: {
        operationId: 'readReadiness',
        tags,
        summary: 'Whether requests should be sent here: not while starting, stopping or without the database',
        security: [{}],
        response: responsesOf(HealthAnswer, ['unavailable']),
      },
    },
    async (_request, reply) =>
      (await isReady(context)) ? { status: 'ok' } : sendRetryLater(reply, 'unavailable', 1),
  );
  app.get(
    '/metrics',
    {
      config,
      schema: {
        operationId: 'readMetrics',
        tags,
        summary: 'Metrics in the text format of Prometheus',
        description: 'Requires the token of METRICS_TOKEN. Not found where the service has none.',
        security: [{ metricsToken: [] }],
        produces: ['text/plain'],
      },
      onRequest: [
        hideOnLinkDomains(context),
        limitByAddress(context.limits.reads),
        requireToken(context.settings.metricsToken),
      ],
    },
    async (_request, reply) => {
      const { registry } = context.metrics;
      return reply.header('content-type', registry.contentType).send(await registry.metrics());
    },
  );
}

/** Lets a request pass that has this Bearer token; without one, nothing is there. */
function requireToken(token: string | null): onRequestHookHandler {
  if (token === null) return (_request, reply) => void sendError(reply, 'not_found');
  const expected = hashSecret(token);
  return (request, reply, done) => {
    const given = bearerToken(request.headers.authorization);
    if (given === null) sendError(reply, 'authorization_malformed');
    else if (given === '') sendError(reply, 'api_key_empty');
    else if (!isSecret(given, expected)) sendError(reply, 'api_key_unknown');
    else done();
  };
}

async function isReady({ lifecycle, tracking, database }: HttpContext): Promise<boolean> {
  if (lifecycle.phase !== 'serving' || !tracking.isDatabaseUp()) return false;
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(resolve, READY_WITHIN_MS, false);
  });
  const answered = database.pool.query('select 1').then(
    () => true,
    () => false,
  );
  try {
    return await Promise.race([answered, late]);
  } finally {
    clearTimeout(timer);
  }
}
