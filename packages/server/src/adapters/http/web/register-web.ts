import helmet from '@fastify/helmet';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { HttpContext } from '../context.js';
import { acceptsForm, lists } from '../header-lists.js';
import { limitByAddress } from '../rate-limits.js';
import { strictTransport } from '../strict-transport.js';
import { ENCODINGS, readWebFiles, type WebFile, type WebFiles } from './read-web-files.js';

/** Paths for programs, and those with pages of their own: unknown addresses below them get a 404 in JSON. */
const NOT_OF_THE_APPLICATION =
  /^\/(api|track|webhooks|processor|docs|docs\.md|llms\.txt|openapi\.json|js|assets)(\/|$)/;
/** Names of files there carry a hash of what is in them. */
const FOREVER = 'public, max-age=31536000, immutable';
const NOT_BUILT = 'The web application is not built. Run npm run build, then start the service again.\n';

/**
 * The web application for the people who sign in: its files, and at every address that nothing else answers its page,
 * which finds out by itself what to show. `folder` is what its build made; null: it is nowhere.
 */
export async function registerWeb(
  app: FastifyInstance,
  { webFolder, settings, limits }: Pick<HttpContext, 'webFolder' | 'settings' | 'limits'>,
): Promise<void> {
  const files = await readWebFiles(webFolder);
  await app.register(async (web) => {
    await web.register(helmet, {
      ...POLICIES,
      strictTransportSecurity: strictTransport(settings.baseUrl),
    });
    web.addHook('onRequest', limitByAddress(limits.reads));
    web.addHook('onRequest', (_request, reply, done) => {
      reply.header('permissions-policy', 'camera=(), geolocation=(), microphone=(), payment=(), usb=()');
      done();
    });
    // A page that is open already can load its parts whatever the state of the service is: no data is behind them.
    const assets = { config: { isAlwaysServed: true }, schema: { hide: true } };
    web.get('/assets/*', assets, async (request, reply) => {
      const file = files.get(requestPath(request));
      return file === undefined ? reply.callNotFound() : sendFile(request, reply, file, FOREVER);
    });
    web.get('/*', { schema: { hide: true } }, (request, reply) => sendPage(files, request, reply));
  });
}

/** Everything comes from this server, and no other page may show it, send forms from it or move its addresses. */
const POLICIES = {
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      defaultSrc: ["'none'"],
      baseUri: ["'none'"],
      connectSrc: ["'self'"],
      fontSrc: ["'self'"],
      formAction: ["'self'"],
      frameAncestors: ["'none'"],
      imgSrc: ["'self'", 'data:'],
      manifestSrc: ["'self'"],
      scriptSrc: ["'self'"],
      // The components set styles of their own on what they draw.
      styleSrc: ["'self'", "'unsafe-inline'"],
    },
  },
  frameguard: { action: 'deny' as const },
  referrerPolicy: { policy: 'same-origin' as const },
};

async function sendPage(files: WebFiles, request: FastifyRequest, reply: FastifyReply) {
  const path = requestPath(request);
  const file = files.get(path);
  if (file !== undefined) return sendFile(request, reply, file, 'no-cache');
  if (NOT_OF_THE_APPLICATION.test(path)) return reply.callNotFound();
  if (path !== '/' && !lists(request.headers.accept, 'text/html')) return reply.callNotFound();
  const page = files.get('/index.html');
  if (page !== undefined) return sendFile(request, reply.header('vary', 'Accept'), page, 'no-cache');
  return reply.code(404).header('content-type', 'text/plain; charset=utf-8').send(NOT_BUILT);
}

/** The path as it was sent: files of the application need no escapes in their names. */
function requestPath({ url }: FastifyRequest): string {
  const end = url.search(/[?#]/);
  return end < 0 ? url : url.slice(0, end);
}

async function sendFile(request: FastifyRequest, reply: FastifyReply, file: WebFile, cacheControl: string) {
  const { plain, type, etag } = file;
  const vary = reply.getHeader('vary');
  reply
    .header('content-type', type)
    .header('cache-control', cacheControl)
    .header('etag', etag)
    .header('vary', vary === undefined ? 'Accept-Encoding' : `${vary}, Accept-Encoding`);
  if (lists(request.headers['if-none-match'], etag)) return reply.code(304).send();
  for (const encoding of ENCODINGS) {
    const packed = acceptsForm(request.headers['accept-encoding'], encoding) ? file.packed(encoding) : null;
    if (packed !== null) return reply.header('content-encoding', encoding).send(await packed);
  }
  return reply.send(plain);
}
