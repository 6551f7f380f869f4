import {
  type RefundAnswer,
  RefundAnswer as RefundAnswerSchema,
  refundBody,
  responsesOf,
} from '@svc/contract';
import type { Outcome, RefundCommand } from '@svc/core';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { HttpContext } from '../context.js';
import { sendError } from '../errors.js';
import { sendRefusal, unexpected, withoutValidation } from '../outcome.js';
import { serverCaller } from './require-api-key.js';

const schema = {
  tags: ['tracking'],
  summary: 'Money of a sale went back',
  description:
    'All that is left of the sale, or a part. With a `refund_id` the same request can be repeated without harm.',
  security: [{ apiKey: [] }],
  body: refundBody.schema,
  response: responsesOf(RefundAnswerSchema, [
    'json_invalid',
    'body_not_object',
    'refund_transaction_id',
    'refund_amount_invalid',
    'refund_id_invalid',
    'refund_too_large',
    'authorization_malformed',
    'api_key_empty',
    'api_key_unknown',
    'refund_sale_not_found',
    'body_too_large',
    'content_type_unsupported',
    'rate_limited',
    'refund_failed',
    'unavailable',
  ]),
};

/** POST /api/v1/track/refund. Specification section 4, contract section 2. */
export function registerRefund(app: FastifyInstance, context: HttpContext): void {
  app.post(
    '/api/v1/track/refund',
    { schema, config: { failure: 'refund_failed' }, ...withoutValidation },
    async (request, reply) => {
      const command = readRefund(request);
      if (typeof command === 'string') return sendError(reply, command);
      return answer(reply, await context.tracking.submit(command));
    },
  );
}

function readRefund(request: FastifyRequest) {
  const body = refundBody.read(request.body);
  if (typeof body === 'string') return body;
  const command: RefundCommand = {
    kind: 'refund',
    caller: serverCaller(request),
    transactionId: body.transaction_id,
    amountCents: body.amount_cents,
    refundKey: body.refund_id,
    source: 'api',
    atMs: Date.now(),
  };
  return command;
}

function answer(reply: FastifyReply, outcome: Outcome): RefundAnswer | FastifyReply {
  if (outcome.kind === 'refused') return sendRefusal(reply, outcome);
  if (outcome.kind !== 'refund') return unexpected(outcome);
  const { commission } = outcome;
  return {
    success: true,
    transaction_id: outcome.transactionId,
    refunded_amount_cents: outcome.refundedCents,
    already_refunded: outcome.alreadyRefunded,
    commission: commission && {
      id: commission.id,
      amount_cents: commission.amountCents,
      status: commission.status,
    },
  };
}
