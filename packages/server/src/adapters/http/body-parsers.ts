import type { FastifyInstance, FastifyRequest } from 'fastify';
import { parseJson, type ReadJson, readJson } from '../../operations/read-json.js';
import { type Computing, compute } from '../../operations/task.js';
import { RefusedError } from './errors.js';

type Done = (error: Error | null, body?: unknown) => void;

/** JSON by other names, some of which end with what JSON they are (`application/vnd.api+json`). */
const JSON_TYPES: readonly (string | RegExp)[] = [
  'application/json',
  'text/json',
  /^application\/[\w.-]+\+json\b/,
];
/** Longer bodies are parsed in the thread for long work. */
const LONG_BODY_BYTES = 128 * 1024;

/** Passes on the body. An empty or blank one counts as missing where it is optional. */
function finish(request: FastifyRequest, read: ReadJson, done: Done): void {
  if (read.kind === 'value') done(null, read.value);
  else if (read.kind === 'blank' && mayBeWithoutBody(request)) done(null, undefined);
  else done(new RefusedError(isCompressed(request.headers) ? 'body_compressed' : 'json_invalid'));
}

function parseHere(request: FastifyRequest, bytes: Buffer, done: Done): void {
  finish(request, parseJson(bytes), done);
}

/** Operations may have fields that can all be left out, or none; events of tracking never do. */
function mayBeWithoutBody({ routeOptions }: FastifyRequest): boolean {
  return routeOptions.config.permission !== undefined;
}

function isCompressed({ 'content-encoding': encoding = 'identity' }: FastifyRequest['headers']): boolean {
  return encoding.trim().toLowerCase() !== 'identity';
}

/** Returns whether the thread for long work ended because its work needs more memory than it has. */
function isOutOfMemory(error: Error): boolean {
  return (error as { code?: unknown }).code === 'ERR_WORKER_OUT_OF_MEMORY';
}

/** Takes JSON bodies, and no others. */
export function acceptJson(app: FastifyInstance, computing: Computing): void {
  app.removeAllContentTypeParsers();
  const parse = (request: FastifyRequest, bytes: Buffer, done: Done) => {
    if (bytes.length <= LONG_BODY_BYTES) parseHere(request, bytes, done);
    else
      compute(computing, readJson, bytes).then(
        (read) => finish(request, read, done),
        (error: Error) => done(isOutOfMemory(error) ? new RefusedError('body_too_large') : error),
      );
  };
  for (const type of JSON_TYPES) app.addContentTypeParser(type, { parseAs: 'buffer' }, parse);
}

/** Takes JSON also as `text/plain`, which a page may send to another origin without asking first. */
export function acceptJsonAsText(app: FastifyInstance): void {
  app.addContentTypeParser('text/plain', { parseAs: 'buffer' }, parseHere);
}
