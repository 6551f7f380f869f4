import { ReceivedAnswer, responsesOf } from '@svc/contract';
import type { FastifyInstance } from 'fastify';
import type { HttpContext } from '../http/context.js';
import { sendError } from '../http/errors.js';
import { type GreetContext, greet } from '../http/greet.js';
import { parseEvent } from './event.js';
import { isSigned } from './signature.js';

const BODY_LIMIT_BYTES = 1024 * 1024;

/**
 * POST /webhooks/processor: takes an event in and answers when it is on disk. What it means is found out afterwards, so
 * the answer is fast and the same for everything that is genuine. Contract section 4.
 */
export function registerWebhook(
  app: FastifyInstance,
  context: Pick<HttpContext, 'settings' | 'processor'> & GreetContext,
): void {
  const { webhookSecrets } = context.settings.processor;
  app.register(async (scope) => {
    scope.addHook('onRequest', greet(context));
    scope.removeAllContentTypeParsers();
    // The signature is over the bytes, so they stay what they are, whatever they are said to be.
    scope.addContentTypeParser(
      '*',
      { parseAs: 'buffer', bodyLimit: BODY_LIMIT_BYTES },
      (_request, body, done) => done(null, body),
    );
    scope.post('/webhooks/processor', {
      bodyLimit: BODY_LIMIT_BYTES,
      schema: {
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
        if (webhookSecrets.length === 0) return sendError(reply, 'processor_not_configured');
        const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
        if (!isSigned(body, request.headers['stripe-signature'], webhookSecrets)) {
          return sendError(reply, 'signature_invalid');
        }
        const text = body.toString();
        const event = parseEvent(text);
        if (event === null) return sendError(reply, 'signature_invalid');
        const { id: eventId, type, account: accountId, createdMs } = event;
        const receivedAtMs = request.arrivedMs;
        await context.processor.accept({ eventId, type, accountId, createdMs, body: text, receivedAtMs });
        return { received: true };
      },
    });
  });
}
