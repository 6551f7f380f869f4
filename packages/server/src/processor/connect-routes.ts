import { ConnectAnswer, ConnectStateAnswer, responsesOf } from '@svc/contract';
import type { FastifyInstance } from 'fastify';
import type { HttpContext } from '../http/context.js';
import { sendError } from '../http/errors.js';
import { limitByAddress } from '../http/rate-limits.js';
import { serverCaller } from '../http/server/require-api-key.js';
import type { Ending } from './connector.js';

type Context = Pick<HttpContext, 'connector' | 'limits'>;

/** POST /api/v1/cli/processor/connect, behind an API key. Contract section 4. */
export function registerConnect(app: FastifyInstance, { connector }: Context): void {
  app.post('/api/v1/cli/processor/connect', {
    schema: {
      tags: ['tracking'],
      summary: 'Begin to connect the card processor account of the workspace',
      security: [{ apiKey: [] }],
      response: responsesOf(ConnectAnswer, [
        'authorization_malformed',
        'api_key_empty',
        'api_key_unknown',
        'rate_limited',
        'processor_not_configured',
      ]),
    },
    handler: async (request, reply): Promise<ConnectAnswer | typeof reply> => {
      const begun = await connector.begin(serverCaller(request).workspaceId);
      if (begun === null) return sendError(reply, 'processor_not_configured');
      reply.header('cache-control', 'no-store');
      return {
        authorize_url: begun.authorizeUrl,
        poll_token: begun.pollToken,
        interval_seconds: begun.intervalSeconds,
        expires_at: new Date(begun.expiresAtMs).toISOString(),
      };
    },
  });
}

/** What the tool asks while the person is at the processor, and where the processor sends the person back to. */
export function registerConnectReturn(app: FastifyInstance, { connector, limits }: Context): void {
  app.get('/api/v1/cli/processor/connect/:poll_token', {
    onRequest: limitByAddress(limits.browser),
    schema: {
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
      const ending = await connector.comeBack(request.query as Record<string, unknown>);
      const { status, title, text } = PAGES[ending];
      return reply
        .code(status)
        .header('content-type', 'text/html; charset=utf-8')
        .header('cache-control', 'no-store')
        .header('referrer-policy', 'no-referrer')
        .header(
          'content-security-policy',
          "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
        )
        .send(pageOf(title, text));
    },
  });
}

const PAGES: Readonly<Record<Ending, { status: number; title: string; text: string }>> = {
  connected: {
    status: 200,
    title: 'Connected',
    text: 'Your account is connected. You can close this page and go on where you came from.',
  },
  denied: {
    status: 200,
    title: 'Not connected',
    text: 'Access was not granted. Nothing has been connected.',
  },
  stale: {
    status: 400,
    title: 'This link is no longer valid',
    text: 'It was used before, or it is too old. Begin to connect again.',
  },
  taken: {
    status: 409,
    title: 'Already connected',
    text: 'This account is connected to another workspace. Disconnect it there first.',
  },
  failed: {
    status: 502,
    title: 'Not connected',
    text: 'The card processor did not confirm the connection. Begin to connect again.',
  },
};

/** Nothing that came from outside is in it. */
function pageOf(title: string, text: string): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${title}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<style>body{font:1.1rem/1.5 system-ui,sans-serif;max-width:32rem;margin:20vh auto;padding:0 1rem}</style>
</head><body><h1>${title}</h1><p>${text}</p></body></html>
`;
}
