import { responsesOf } from '@svc/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import Type from 'typebox';
import type { HttpContext } from '../context.js';
import { setCommonHeaders } from '../errors.js';
import { withoutValidation } from '../without-validation.js';
import { pathOf } from './answer-other-host.js';
import { answerRedirect, type RedirectContext } from './answer-redirect.js';

const URL_PATH = '/r/:short_link';

/** Other addresses below `/r`: none of them is one of the web application. */
const OTHER_PATHS = ['/r', '/r/*', '/R', '/R/*'];

/**
 * Answers a path at or below `/r` that the router cannot decode, such as `/r/50%`; null if the request is for anything else.
 */
export function answerUndecodablePath(
  context: RedirectContext & Pick<HttpContext, 'now'>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> | null {
  if (request.method !== 'GET' && request.method !== 'HEAD') return null;
  if (!/^\/r\//i.test(pathOf(request))) return null;
  request.arrivedMs ||= context.now();
  setCommonHeaders(reply);
  return answerPath(context, request, reply);
}

function answerPath(
  context: RedirectContext,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  return answerRedirect(context, request, reply, pathOf(request).slice('/r'.length), null);
}

/** GET /r/:short_link: records a click and leads on. Contract 2 section 10. */
export function registerRedirect(
  app: FastifyInstance,
  context: RedirectContext & Pick<HttpContext, 'observerOf'>,
): void {
  // Visitors are led on whatever the state of the service is, as far as it remembers where to.
  const config = { isAlwaysServed: true, observe: context.observerOf(URL_PATH) };
  const answer = (request: FastifyRequest, reply: FastifyReply) => answerPath(context, request, reply);
  for (const path of OTHER_PATHS)
    app.get(path, { config, ...withoutValidation, schema: { hide: true } }, answer);
  app.get(
    URL_PATH,
    {
      config,
      ...withoutValidation,
      schema: {
        operationId: 'followLink',
        tags: ['tracking'],
        summary: 'Records a click on a link and redirects to its destination',
        description:
          'Redirects with `aff` and `svc_click_id` and all other parameters of the request. Letter case, a slash or punctuation at the ' +
          'end and parameters behind `&` are read as they are meant. Bots, `HEAD` and prefetches are redirected ' +
          'and not counted. An unknown or inactive link redirects to `fallback_url` of its program or is a 404 page. On the ' +
          '`link_domains` of a program, `GET /:short_link` does the same.',
        security: [{}],
        params: Type.Object({ short_link: Type.String() }),
        response: {
          302: { description: 'To the destination', headers: { location: { type: 'string' } } },
          404: { description: 'A page that says that there is no such link' },
          ...responsesOf(Type.Object({}), ['rate_limited', 'unavailable']),
        },
      },
    },
    answer,
  );
}
