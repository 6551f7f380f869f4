import helmet from '@fastify/helmet';
import swagger, { type StaticDocumentSpec } from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import Fastify, { type FastifyInstance } from 'fastify';
import { strictTransport } from './strict-transport.js';

/**
 * The pages below /docs, to read the description in a browser: from this server alone, so their policy allows nobody else. An
 * application of their own, to be made when somebody first looks.
 */
export async function createDocsPages(
  description: ReturnType<FastifyInstance['swagger']>,
  baseUrl: string,
): Promise<FastifyInstance> {
  const docs = Fastify();
  await docs.register(swagger, {
    mode: 'static',
    specification: { document: description } as StaticDocumentSpec,
  });
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
  await docs.ready();
  return docs;
}
