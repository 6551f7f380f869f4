import { readFile } from 'node:fs/promises';
import type { FastifyInstance } from 'fastify';
import type { HttpContext } from './context.js';
import { createPackedAnswer } from './packed-answer.js';
import { limitByAddress } from './rate-limits.js';

/** Pages ask again after an hour at most, and go on with what they have while a new one is fetched. */
const CACHE_CONTROL = 'public, max-age=3600, stale-while-revalidate=86400';

/** GET /js/svc-tracker.js: the browser library as a script, for pages of any origin. Specification section 4. */
export function registerTrackerScript(app: FastifyInstance, { trackerScript, limits }: HttpContext): void {
  const script = createPackedAnswer(() => readScript(trackerScript), {
    type: 'text/javascript; charset=utf-8',
    cacheControl: CACHE_CONTROL,
  });
  app.get(
    '/js/svc-tracker.js',
    {
      // A page can load it whatever the state of the service is: no data is behind it.
      config: { isAlwaysServed: true },
      onRequest: limitByAddress(limits.reads),
      schema: {
        operationId: 'readTrackerScript',
        tags: ['tracking'],
        summary: 'The browser library as a script',
        security: [{}],
        produces: ['text/javascript'],
      },
    },
    (request, reply) =>
      script.send(
        request,
        reply
          // Pages that isolate themselves, or check the script's hash, may use it too.
          .header('access-control-allow-origin', '*')
          .header('cross-origin-resource-policy', 'cross-origin'),
      ),
  );
}

/** The built file; nothing of the package is imported, so that the service can be worked on without building it. */
async function readScript(path: string | null): Promise<Buffer> {
  if (path === null) throw new Error('The browser script is not installed');
  return readFile(path);
}
