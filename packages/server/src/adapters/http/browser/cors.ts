import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { HttpContext } from '../context.js';
import { sendError } from '../errors.js';
import { isAddressWithin } from '../rate-limits.js';

/** The longest a browser keeps an answer to a preflight: two hours, which is all that Chromium honours. */
const MAX_AGE_SECONDS = 7_200;

/** The origin a request comes from; null when it names none, or the opaque `null`. */
export function originOf(request: FastifyRequest): string | null {
  const { origin } = request.headers;
  return origin === undefined || origin === 'null' ? null : origin;
}

/** Lets pages of this origin read the answer. Only for origins that a program lists. */
export function allowOrigin(reply: FastifyReply, origin: string): void {
  reply.header('access-control-allow-origin', origin).header('vary', 'Origin');
}

/** OPTIONS of the routes that pages use. */
export function registerPreflights(app: FastifyInstance, context: HttpContext): void {
  for (const url of ['/track/click', '/api/v1/track/click', '/api/v1/track/lead']) {
    app.options(url, { schema: { hide: true } }, (request, reply) =>
      answerPreflight(context, request, reply),
    );
  }
}

/** Answers a preflight: for listed origins only. Contract section 2. */
async function answerPreflight(
  context: HttpContext,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  reply.header('vary', 'Origin');
  const origin = originOf(request);
  if (!isAddressWithin(context.limits.browser, request, reply)) return reply;
  if (origin === null || !(await context.origins.isListed(origin))) {
    return sendError(reply, 'origin_not_allowed');
  }
  allowOrigin(reply, origin);
  return reply
    .header('access-control-allow-methods', 'POST')
    .header('access-control-allow-headers', 'content-type')
    .header('access-control-max-age', String(MAX_AGE_SECONDS))
    .code(204)
    .send();
}
