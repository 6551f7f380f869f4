import { randomInt } from 'node:crypto';
import { type ErrorCode, responsesOf, SaleAnswer, saleBody } from '@svc/contract';
import type { SaleCommand, SaleOutcome } from '@svc/core';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { HttpContext } from '../context.js';
import { registerTrackingRoute } from '../tracking-route.js';
import { serverCaller } from './require-api-key.js';

const schema = {
  operationId: 'trackSale',
  tags: ['tracking'],
  summary: 'A customer paid',
  description:
    'The sale is on disk before the answer. `409` with the header `svc-error-code: sale_duplicate` means that it had been ' +
    'recorded before: do not send it again. With `sale_duplicate_different` it is recorded with another amount or currency, ' +
    'which stays: report what was added to the order under an id of its own, and what was taken off as a refund. ' +
    'With `sale_duplicate_elsewhere` another program has used the transaction_id, ' +
    'and this sale is not recorded: prefix your order numbers, such as `acme-1001`, and send it under another. With ' +
    '`additional_data.test_mode` true no commission is created, and the transaction_id may be left out.',
  security: [{ apiKey: [] }],
  body: saleBody.schema,
  response: responsesOf(SaleAnswer, [
    'json_invalid',
    'body_not_object',
    'sale_transaction_id',
    'sale_amount',
    'currency_unknown',
    'customer_key_not_string',
    'customer_key_invalid',
    'click_id_not_string',
    'click_id_invalid',
    'code_not_string',
    'additional_data_invalid',
    'occurred_at_invalid',
    'tax_cents_invalid',
    'items_invalid',
    'sale_customer_not_found',
    'sale_no_attribution',
    'sale_no_relationship',
    'sale_no_partner',
    'authorization_malformed',
    'api_key_empty',
    'api_key_unknown',
    'sale_duplicate',
    'sale_duplicate_elsewhere',
    'sale_duplicate_different',
    'body_too_large',
    'content_type_unsupported',
    'rate_limited',
    'commission_failed',
    'sale_failed',
    'unavailable',
  ]),
};

/** POST /api/v1/track/sale. Specification section 4, contract section 2. */
export function registerSale(app: FastifyInstance, context: HttpContext): void {
  registerTrackingRoute(app, context, {
    event: 'sale',
    url: '/api/v1/track/sale',
    schema,
    failure: 'sale_failed',
    read: readSale,
    answer(outcome, request) {
      if (outcome.commission !== 'failed') return answerOf(outcome, outcome.commission);
      context.logger.error({ reqId: request.id, saleId: outcome.saleId }, 'a sale is without its commission');
      return 'commission_failed';
    },
  });
}

function readSale(request: FastifyRequest): SaleCommand | ErrorCode {
  const body = saleBody.read(request.body, request.arrivedMs);
  if (typeof body === 'string') return body;
  const atMs = request.arrivedMs;
  return {
    kind: 'sale',
    caller: serverCaller(request),
    transactionId: body.transaction_id ?? newTestTransactionId(atMs),
    references: [],
    amountCents: body.amount_cents,
    taxCents: body.tax_cents ?? 0,
    items: body.items,
    currency: body.currency,
    customerKey: body.customer_key,
    clickId: body.click_id,
    code: body.code,
    discountIds: [],
    testMode: body.additional_data.testMode,
    source: 'api',
    additionalData: body.additional_data.json,
    occurredAtMs: body.occurred_at === null ? null : Math.min(body.occurred_at, atMs),
    atMs,
  };
}

const RANDOM_DIGITS = 12;

/** `test_txn_<epoch-milliseconds>` and twelve random digits, so that two in one millisecond differ. */
function newTestTransactionId(atMs: number): string {
  return `test_txn_${atMs}${String(randomInt(10 ** RANDOM_DIGITS)).padStart(RANDOM_DIGITS, '0')}`;
}

type Commission = Exclude<SaleOutcome['commission'], 'failed'>;

function answerOf(outcome: SaleOutcome, commission: Commission): SaleAnswer {
  return {
    success: true,
    transaction_id: outcome.transactionId,
    sale_id: outcome.saleId,
    amount_cents: outcome.amountCents,
    currency: outcome.currency,
    test_mode: outcome.testMode,
    commission: commission && {
      id: commission.id,
      amount_cents: commission.amountCents,
      currency: commission.currency,
      status: commission.status,
      payable_at: new Date(commission.payableAtMs).toISOString(),
    },
  };
}
