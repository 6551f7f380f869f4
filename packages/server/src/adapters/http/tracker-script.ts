import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import type { HttpContext } from './context.js';
import { acceptsForm, lists } from './header-lists.js';

/** Pages ask again after an hour at most, and go on with what they have while a new one is fetched. */
const CACHE_CONTROL = 'public, max-age=3600, stale-while-revalidate=86400';

interface Script {
  readonly plain: Buffer;
  /** Compressed, the smallest first. */
  readonly forms: readonly (readonly [encoding: 'br' | 'gzip', content: Buffer])[];
  /** Weak, because it stands for all of them. */
  readonly etag: string;
}

/** GET /js/svc-tracker.js: the browser library as a script, for pages of any origin. Specification section 4. */
export function registerTrackerScript(app: FastifyInstance, { trackerScript }: HttpContext): void {
  let reading: Promise<Script> | undefined;
  app.get(
    '/js/svc-tracker.js',
    {
      // A page can load it whatever the state of the service is: no data is behind it.
      config: { isAlwaysServed: true },
      schema: {
        operationId: 'readTrackerScript',
        tags: ['tracking'],
        summary: 'The browser library as a script',
        security: [{}],
        produces: ['text/javascript'],
      },
    },
    async (request, reply) => {
      reading ??= readScript(trackerScript);
      const { plain, forms, etag } = await reading.catch((error) => {
        reading = undefined;
        throw error;
      });
      reply
        .header('content-type', 'text/javascript; charset=utf-8')
        .header('cache-control', CACHE_CONTROL)
        .header('etag', etag)
        .header('vary', 'Accept-Encoding')
        // Pages that isolate themselves, or check the script's hash, may use it too.
        .header('access-control-allow-origin', '*')
        .header('cross-origin-resource-policy', 'cross-origin');
      if (lists(request.headers['if-none-match'], etag)) return reply.code(304).send();
      const accepted = forms.find(([encoding]) => acceptsForm(request.headers['accept-encoding'], encoding));
      if (accepted === undefined) return reply.send(plain);
      const [encoding, content] = accepted;
      return reply.header('content-encoding', encoding).send(content);
    },
  );
}

/** The built file; nothing of the package is imported, so that the service can be worked on without building it. */
async function readScript(path: string | null): Promise<Script> {
  if (path === null) throw new Error('The browser script is not installed');
  const plain = await readFile(path);
  const hash = createHash('sha256').update(plain).digest('base64url');
  const [br, gzipped] = await Promise.all([
    promisify(brotliCompress)(plain),
    promisify(gzip)(plain, { level: 9 }),
  ]);
  return {
    plain,
    forms: [
      ['br', br],
      ['gzip', gzipped],
    ],
    etag: `W/"${hash}"`,
  };
}
