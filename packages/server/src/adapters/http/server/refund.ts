import { type ErrorCode, RefundAnswer, refundBody, responsesOf } from '@svc/contract';
import type { RefundCommand, RefundOutcome } from '@svc/core';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { HttpContext } from '../context.js';
import { registerTrackingRoute } from '../tracking-route.js';
import { serverCaller } from './require-api-key.js';

const schema = {
  operationId: 'trackRefund',
  tags: ['tracking'],
  summary: 'Refund a sale',
  description:
    'All that is left of the sale, or a part. With a `refund_id` the same request can be repeated without harm.',
  security: [{ apiKey: [] }],
  body: refundBody.schema,
  response: responsesOf(RefundAnswer, [
    'json_invalid',
    'body_not_object',
    'refund_transaction_id',
    'refund_amount_invalid',
    'refund_id_invalid',
    'occurred_at_invalid',
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
  const url = '/api/v1/track/refund';
  registerTrackingRoute(app, context, {
    event: 'refund',
    url,
    schema,
    failure: 'refund_failed',
    read: readRefund,
    answer: refundAnswer,
  });
}

function readRefund(request: FastifyRequest): RefundCommand | ErrorCode {
  const body = refundBody.read(request.body, request.arrivedMs);
  if (typeof body === 'string') return body;
  return {
    kind: 'refund',
    caller: serverCaller(request),
    transactionId: body.transaction_id,
    amountCents: body.amount_cents,
    refundKey: body.refund_id,
    source: 'api',
    occurredAtMs: body.occurred_at,
    atMs: request.arrivedMs,
  };
}

function refundAnswer({
  transactionId,
  refundedCents,
  alreadyRefunded,
  commission,
}: RefundOutcome): RefundAnswer {
  return {
    success: true,
    transaction_id: transactionId,
    refunded_amount_cents: refundedCents,
    already_refunded: alreadyRefunded,
    commission: commission && {
      id: commission.id,
      amount_cents: commission.amountCents,
      status: commission.status,
    },
  };
}
