import { type ErrorCode, ReceivedAnswer, responsesOf } from '@svc/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { arrivedEvent } from '../../../payments/event-row.js';
import type { PaymentProvider, WebhookEndpoint } from '../../../payments/provider.js';
import { type AcceptContext, acceptRequests } from '../accept-request.js';
import type { HttpContext } from '../context.js';
import { sendError } from '../errors.js';

const BODY_LIMIT_BYTES = 1024 * 1024;

type WebhookContext = Pick<HttpContext, 'processor' | 'connections' | 'providers'> & AcceptContext;

/** Whose the events of an endpoint are, and with which secrets they may be signed. */
interface Source {
  readonly provider: PaymentProvider;
  /** null: the platform's, whose events name their account. */
  readonly connectionId: number | null;
  readonly secrets: readonly string[];
}

/**
 * POST to the platform's endpoint of a payment provider: stores an event and answers when it is on disk. It is interpreted afterwards,
 * so the answer is fast and the same for every genuine event. Contract section 4.
 */
export function registerWebhook(
  app: FastifyInstance,
  { path, provider, secrets }: WebhookEndpoint,
  context: WebhookContext,
): void {
  registerSigned(app, path, context, {
    operationId: 'receiveProcessorEvent',
    summary: 'Takes an event of the card processor',
    errors: ['signature_invalid', 'body_too_large', 'processor_not_configured', 'unavailable'],
    async handle(request, reply) {
      if (secrets.length === 0) return sendError(reply, 'processor_not_configured');
      return takeEvent(request, reply, context, { provider, connectionId: null, secrets });
    },
  });
}

/** POST to the endpoint of a connection. Its token decides which workspace the event belongs to; accounts named in the body do not. */
export function registerConnectionWebhook(app: FastifyInstance, context: WebhookContext): void {
  registerSigned(app, '/webhooks/:provider/:token', context, {
    operationId: 'receivePaymentEvent',
    summary: 'Takes an event of a payment provider, at the address of a connection',
    errors: ['not_found', 'signature_invalid', 'body_too_large', 'unavailable'],
    async handle(request, reply) {
      const { provider: id, token } = request.params as { provider: string; token: string };
      const provider = context.providers.get(id);
      const owner = provider && (await context.connections.ownerOf(id, token));
      if (provider === undefined || owner == null) return sendError(reply, 'not_found');
      return takeEvent(request, reply, context, { provider, ...owner });
    },
  });
}

interface SignedRoute {
  readonly operationId: string;
  readonly summary: string;
  readonly errors: readonly ErrorCode[];
  handle(request: FastifyRequest, reply: FastifyReply): Promise<unknown>;
}

function registerSigned(
  app: FastifyInstance,
  path: string,
  context: AcceptContext,
  { operationId, summary, errors, handle }: SignedRoute,
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
        operationId,
        tags: ['processor'],
        summary,
        description:
          'The body is signed as a whole, in a header of the provider (Stripe: `stripe-signature`).',
        response: responsesOf(ReceivedAnswer, errors),
      },
      handler: handle,
    });
  });
}

async function takeEvent(
  request: FastifyRequest,
  reply: FastifyReply,
  { processor }: Pick<HttpContext, 'processor'>,
  { provider, connectionId, secrets }: Source,
): Promise<unknown> {
  const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
  const { headers, arrivedMs } = request;
  if (secrets.length === 0 || !(await provider.verify(headers, body, secrets, arrivedMs)))
    return sendError(reply, 'signature_invalid');
  const text = body.toString();
  const event = provider.parse(text);
  if (event === null) return sendError(reply, 'signature_invalid');
  await processor.accept(arrivedEvent({ provider: provider.id, connectionId }, event, text, arrivedMs));
  return { received: true };
}
