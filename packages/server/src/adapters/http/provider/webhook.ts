import { ReceivedAnswer, responsesOf } from '@svc/contract';
import type { FastifyInstance } from 'fastify';
import { arrivedEvent } from '../../../payments/event-row.js';
import type { WebhookEndpoint } from '../../../payments/provider.js';
import { type AcceptContext, acceptRequests } from '../accept-request.js';
import type { HttpContext } from '../context.js';
import { sendError } from '../errors.js';

const BODY_LIMIT_BYTES = 1024 * 1024;

/**
 * POST to the endpoint of a payment provider: stores an event and answers when it is on disk. It is interpreted afterwards,
 * so the answer is fast and the same for every genuine event. Contract section 4.
 */
export function registerWebhook(
  app: FastifyInstance,
  { path, provider, secrets }: WebhookEndpoint,
  context: Pick<HttpContext, 'processor'> & AcceptContext,
): void {
  app.register(async (scope) => {
    scope.addHook('onRequest', acceptRequests(context));
    scope.removeAllContentTypeParsers();
    // The signature is over the bytes, so they stay what they are, whatever they are said to be.
    scope.addContentTypeParser(
      '*',
      { parseAs: 'buffer', bodyLimit: BODY_LIMIT_BYTES },
      (_request, body, done) => done(null, body),
    );
    scope.post(path, {
      bodyLimit: BODY_LIMIT_BYTES,
      schema: {
        operationId: 'receiveProcessorEvent',
        tags: ['processor'],
        summary: 'Takes an event of the card processor',
        description: 'The body is signed as a whole, in the header `stripe-signature`.',
        response: responsesOf(ReceivedAnswer, [
          'signature_invalid',
          'body_too_large',
          'processor_not_configured',
          'unavailable',
        ]),
      },
      handler: async (request, reply) => {
        if (secrets.length === 0) return sendError(reply, 'processor_not_configured');
        const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
        if (!(await provider.verify(request.headers, body, secrets, request.arrivedMs))) {
          return sendError(reply, 'signature_invalid');
        }
        const text = body.toString();
        const event = provider.parse(text);
        if (event === null) return sendError(reply, 'signature_invalid');
        await context.processor.accept(arrivedEvent(provider.id, event, text, request.arrivedMs));
        return { received: true };
      },
    });
  });
}
