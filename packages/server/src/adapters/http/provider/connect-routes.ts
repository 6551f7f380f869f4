import { ConnectAnswer, ConnectStateAnswer, responsesOf } from '@svc/contract';
import type { FastifyInstance } from 'fastify';
import { bearerToken } from '../bearer.js';
import type { HttpContext } from '../context.js';
import { sendError } from '../errors.js';
import { limitByAddress } from '../rate-limits.js';
import { callbackPage } from './callback-page.js';

/** POST /api/v1/cli/processor/connect, behind an API key. Contract section 4. */
export function registerConnect(
  app: FastifyInstance,
  { connector, apiKeys }: Pick<HttpContext, 'connector' | 'apiKeys'>,
): void {
  app.post('/api/v1/cli/processor/connect', {
    schema: {
      operationId: 'startProcessorConnection',
      tags: ['tracking'],
      summary: 'Start to connect the card processor account of the workspace, while none is connected',
      security: [{ apiKey: [] }],
      response: responsesOf(ConnectAnswer, [
        'authorization_malformed',
        'api_key_empty',
        'api_key_unknown',
        'processor_connected',
        'rate_limited',
        'processor_not_configured',
      ]),
    },
    handler: async (request, reply): Promise<ConnectAnswer | typeof reply> => {
      if (!connector.canConnect) return sendError(reply, 'processor_not_configured');
      const key = await apiKeys.get(bearerToken(request.headers.authorization) ?? '', 'other');
      if (key === null) return sendError(reply, 'api_key_unknown');
      const started = await connector.startWithKey(key);
      reply.header('cache-control', 'no-store');
      return {
        authorize_url: started.authorizeUrl,
        poll_token: started.pollToken,
        interval_seconds: started.intervalSeconds,
        expires_at: new Date(started.expiresAtMs).toISOString(),
      };
    },
  });
}

/** What the tool asks while the person is at the processor, and where the processor sends the person back to. */
export function registerConnectReturn(
  app: FastifyInstance,
  { connector, limits, auth, settings }: Pick<HttpContext, 'connector' | 'limits' | 'auth' | 'settings'>,
): void {
  app.get('/api/v1/cli/processor/connect/:poll_token', {
    onRequest: limitByAddress(limits.browser),
    schema: {
      operationId: 'readProcessorConnectionState',
      tags: ['tracking'],
      summary: 'Whether the account has been connected',
      response: responsesOf(ConnectStateAnswer, ['not_found', 'rate_limited']),
    },
    handler: async (request, reply): Promise<ConnectStateAnswer | typeof reply> => {
      const state = await connector.poll((request.params as { poll_token: string }).poll_token);
      if (state === null) return sendError(reply, 'not_found');
      reply.header('cache-control', 'no-store');
      return { status: state.status, account_id: state.accountId };
    },
  });
  app.get('/processor/callback', {
    onRequest: limitByAddress(limits.browser),
    schema: { hide: true },
    handler: async (request, reply) => {
      const session = await auth.sessionOf(request.headers.cookie);
      const result = await connector.handleCallback(
        request.query as Record<string, unknown>,
        session?.id ?? null,
      );
      const { status, html } = callbackPage(result, settings.baseUrl);
      if (session !== null && session.setCookies.length > 0) reply.header('set-cookie', session.setCookies);
      return reply.code(status).headers(CALLBACK_HEADERS).send(html);
    },
  });
}

const CALLBACK_HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'content-security-policy':
    "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'x-frame-options': 'DENY',
};
