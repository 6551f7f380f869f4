import helmet from '@fastify/helmet';
import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import type { HttpSettings } from './context.js';
import { strictTransport } from './strict-transport.js';

/** Collects every route that is registered after this into the description at /openapi.json. */
export async function collectRoutes(app: FastifyInstance, settings: HttpSettings): Promise<void> {
  await app.register(swagger, {
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
          metricsToken: { type: 'http', scheme: 'bearer', description: 'METRICS_TOKEN of the service' },
          session: { type: 'apiKey', in: 'cookie', name: 'svc.session_token' },
        },
      },
    },
  });
}

/** GET /openapi.json, and /docs to read it in a browser: from this server alone, so its policy allows nobody else. */
export async function registerDocs(app: FastifyInstance, { baseUrl }: HttpSettings): Promise<void> {
  app.get('/openapi.json', { schema: { hide: true } }, async () => app.swagger());
  await app.register(async (docs) => {
    await docs.register(helmet, {
      strictTransportSecurity: strictTransport(baseUrl),
      frameguard: { action: 'deny' },
      contentSecurityPolicy: {
        useDefaults: false,
        directives: {
          defaultSrc: ["'none'"],
          baseUri: ["'none'"],
          connectSrc: ["'self'"],
          fontSrc: ["'self'", 'data:'],
          formAction: ["'none'"],
          frameAncestors: ["'none'"],
          imgSrc: ["'self'", 'data:'],
          scriptSrc: ["'self'"],
          styleSrc: ["'self'", "'unsafe-inline'"],
        },
      },
    });
    await docs.register(swaggerUi, {
      routePrefix: '/docs',
      uiConfig: { deepLinking: true, validatorUrl: null },
      // Its top bar asks for the address of another description, under another project's logo.
      theme: {
        title: 'svc: HTTP interface',
        css: [{ filename: 'svc.css', content: '.topbar { display: none }' }],
      },
    });
  });
}
