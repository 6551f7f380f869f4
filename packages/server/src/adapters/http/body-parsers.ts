import { isUtf8 } from 'node:buffer';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { RefusedError } from './errors.js';

type Done = (error: Error | null, body?: unknown) => void;

/**
 * Reads JSON as the language does. A key named `__proto__` becomes an ordinary property, which is read by nobody;
 * bytes that are no UTF-8 are refused, because two different keys could become one when they are repaired.
 */
function parseJson(_request: FastifyRequest, bytes: Buffer, done: Done): void {
  if (!isUtf8(bytes)) {
    done(new RefusedError('json_invalid'));
    return;
  }
  let body: unknown;
  try {
    body = JSON.parse(bytes.toString());
  } catch {
    done(new RefusedError('json_invalid'));
    return;
  }
  done(null, body);
}

/** Takes JSON bodies, and no others. */
export function acceptJson(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, parseJson);
}

/** Takes JSON also as `text/plain`, which a page may send to another origin without asking first. */
export function acceptJsonAsText(app: FastifyInstance): void {
  app.addContentTypeParser('text/plain', { parseAs: 'buffer' }, parseJson);
}
