import { isUtf8 } from 'node:buffer';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { RefusedError } from './errors.js';

type Done = (error: Error | null, body?: unknown) => void;

const NUL = 0;
const BYTE_ORDER_MARK = '\uFEFF';
/** By the first two bytes of a body. */
const UTF_16: Readonly<Record<number, string>> = { 65534: 'utf-16le', 65279: 'utf-16be' };
/** JSON by other names, some of which end with what JSON they are (`application/vnd.api+json`). */
const JSON_TYPES: readonly (string | RegExp)[] = [
  'application/json',
  'text/json',
  /^application\/[\w.-]+\+json\b/,
];

/**
 * Reads JSON as the language does, also what other systems write around it: a byte order mark, UTF-16 with such a mark, NUL at the end.
 * Nothing, or only spaces, is no body where one can be left out. A key named `__proto__` becomes an ordinary property, which is read by nobody; bytes that are
 * no UTF-8 are refused, because two different keys could become one when they are repaired.
 */
function parseJson(request: FastifyRequest, bytes: Buffer, done: Done): void {
  const text = decode(bytes);
  let body: unknown;
  try {
    body = text === null ? refuse() : JSON.parse(text);
  } catch {
    if (text?.trim() === '' && mayBeWithoutBody(request)) done(null, undefined);
    else done(new RefusedError(isCompressed(request.headers) ? 'body_compressed' : 'json_invalid'));
    return;
  }
  done(null, body);
}

/** Operations may have fields that can all be left out, or none; events of tracking never do. */
function mayBeWithoutBody({ routeOptions }: FastifyRequest): boolean {
  return routeOptions.config.permission !== undefined;
}

function refuse(): never {
  throw new SyntaxError('not text');
}

/** Null: the bytes are not text. */
function decode(bytes: Buffer): string | null {
  const end = bytes[bytes.length - 1] === NUL ? bytes.length - 1 : bytes.length;
  if (isUtf8(bytes)) {
    const text = bytes.toString('utf8', 0, end);
    return text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text;
  }
  const encoding = bytes.length < 2 ? undefined : UTF_16[bytes.readUInt16BE(0)];
  if (encoding === undefined) return null;
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

function isCompressed({ 'content-encoding': encoding = 'identity' }: FastifyRequest['headers']): boolean {
  return encoding.trim().toLowerCase() !== 'identity';
}

/** Takes JSON bodies, and no others. */
export function acceptJson(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  for (const type of JSON_TYPES) app.addContentTypeParser(type, { parseAs: 'buffer' }, parseJson);
}

/** Takes JSON also as `text/plain`, which a page may send to another origin without asking first. */
export function acceptJsonAsText(app: FastifyInstance): void {
  app.addContentTypeParser('text/plain', { parseAs: 'buffer' }, parseJson);
}
