import swagger from '@fastify/swagger';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { HttpContext, HttpSettings } from './context.js';
import { createPackedAnswer, type PackedAnswer } from './packed-answer.js';
import { limitByAddress } from './rate-limits.js';
import { shareSchemas } from './shared-schemas.js';

/** Headers that each answer gets for itself. */
const OF_THE_ANSWER = [
  'accept-ranges',
  'cache-control',
  'connection',
  'content-length',
  'date',
  'etag',
  'last-modified',
  'transfer-encoding',
  'vary',
];

/** Collects every route that is registered after this into the description at /openapi.json. */
export async function collectRoutes(app: FastifyInstance, settings: HttpSettings): Promise<void> {
  await app.register(swagger, {
    transformObject: (given) => {
      if (!('openapiObject' in given)) throw new Error('the interface is described by OpenAPI 3');
      return shareSchemas(withRetryAfter(given.openapiObject));
    },
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'svc',
        version: '1',
        description:
          'Affiliate attribution and tracking. Amounts are integers in the smallest unit of their currency, times ' +
          'are ISO 8601. Every error is `{ "error": string }` and carries the header `svc-error-code`, a code that stays ' +
          'the same when its text changes; every answer carries `x-request-id`.',
      },
      servers: [{ url: settings.baseUrl }],
      tags: [
        { name: 'tracking', description: 'Clicks, leads, sales and refunds' },
        { name: 'dashboard', description: 'What people read and change after signing in' },
        { name: 'processor', description: 'What the card processor sends' },
        { name: 'operation', description: 'Health and metrics' },
      ],
      components: {
        securitySchemes: {
          apiKey: { type: 'http', scheme: 'bearer', description: 'An API key of a program' },
          managementKey: {
            type: 'http',
            scheme: 'bearer',
            description: 'A management key of a workspace, for what its permissions and its program allow',
          },
          metricsToken: { type: 'http', scheme: 'bearer', description: 'METRICS_TOKEN of the service' },
          session: { type: 'apiKey', in: 'cookie', name: 'svc.session_token' },
        },
      },
    },
  });
}

const RETRY_AFTER = {
  description: 'After how many seconds the same request may succeed.',
  schema: { type: 'integer', minimum: 1 },
};

/** Answers after which a request may be repeated, with the header that says when. */
function withRetryAfter<Given extends { readonly paths?: unknown }>(description: Given): Given {
  type Operation = { responses?: Record<string, { headers?: object }> };
  const paths = (description.paths ?? {}) as Record<string, Record<string, Operation>>;
  for (const operation of Object.values(paths).flatMap((path) => Object.values(path))) {
    for (const status of ['429', '503']) {
      const response = operation.responses?.[status];
      if (response !== undefined) response.headers = { ...response.headers, 'Retry-After': RETRY_AFTER };
    }
  }
  return description;
}

/** Pages that are kept, of which there are some dozens; their addresses come from the pages themselves. */
const MAX_PAGES = 200;

/** GET /openapi.json, and /docs to read it in a browser. Each is made once. */
export function registerDocs(
  app: FastifyInstance,
  { settings: { baseUrl }, limits }: Pick<HttpContext, 'settings' | 'limits'>,
): void {
  const options = { onRequest: limitByAddress(limits.reads), schema: { hide: true } };
  const description = createPackedAnswer(async () => JSON.stringify(app.swagger()), {
    type: 'application/json; charset=utf-8',
    cacheControl: 'public, no-cache',
  });
  app.get('/openapi.json', options, (request, reply) => description.send(request, reply));
  let pages: Promise<FastifyInstance> | undefined;
  const kept = new LRUCache<string, Page>({ max: MAX_PAGES });
  async function readPage(url: string): Promise<Page> {
    // Made on first use: few look, and it would be a tenth of a start.
    pages ??= import('./docs-pages.js').then(({ createDocsPages }) =>
      createDocsPages(app.swagger(), baseUrl),
    );
    const { statusCode, headers, rawPayload } = await (await pages).inject({ method: 'GET', url });
    for (const name of OF_THE_ANSWER) delete headers[name];
    const { 'content-type': type, ...others } = headers;
    const packed = createPackedAnswer(async () => rawPayload, {
      type: String(type),
      cacheControl: 'public, no-cache',
    });
    return { statusCode, headers: others, packed };
  }
  const answer = async (request: FastifyRequest, reply: FastifyReply) => {
    const url = request.url.replace(/\?.*$/, '');
    const page = kept.get(url) ?? (await readPage(url));
    if (page.statusCode === 404) return reply.callNotFound();
    kept.set(url, page);
    reply.code(page.statusCode).headers(page.headers);
    if (page.statusCode !== 200) return reply.send();
    return page.packed.send(request, reply);
  };
  for (const url of ['/docs', '/docs/*']) app.get(url, options, answer);
}

/** A page below /docs. */
interface Page {
  readonly statusCode: number;
  readonly headers: Record<string, number | string | string[] | undefined>;
  readonly packed: PackedAnswer;
}
