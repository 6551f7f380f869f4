import { responsesOf } from '@svc/contract';
import type { FastifyInstance } from 'fastify';
import Type from 'typebox';
import type { HttpContext } from '../context.js';
import { withoutValidation } from '../without-validation.js';
import { answerRedirect, type RedirectContext } from './answer-redirect.js';

const URL_PATH = '/r/:short_link';

/** GET /r/:short_link: records a click and leads on. Contract 2 section 10. */
export function registerRedirect(
  app: FastifyInstance,
  context: RedirectContext & Pick<HttpContext, 'observerOf'>,
): void {
  app.get<{ Params: { short_link: string } }>(
    URL_PATH,
    {
      // Visitors are led on whatever the state of the service is, as far as it remembers where to.
      config: { isAlwaysServed: true, observe: context.observerOf(URL_PATH) },
      ...withoutValidation,
      schema: {
        operationId: 'followLink',
        tags: ['tracking'],
        summary: 'Records a click on a link and redirects to its destination',
        description:
          'Redirects with `aff` and `svc_click_id` and all other parameters of the request. Bots, `HEAD` and prefetches are redirected ' +
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
    (request, reply) => answerRedirect(context, request, reply, request.params.short_link, null),
  );
}
