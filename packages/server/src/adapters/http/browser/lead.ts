import { type ErrorCode, LeadAnswer, leadBody, responsesOf } from '@svc/contract';
import type { LeadCommand, LeadOutcome } from '@svc/core';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { HttpContext } from '../context.js';
import { registerTrackingRoute } from '../tracking-route.js';
import { callerOf } from './authorize-caller.js';

const schema = {
  operationId: 'trackLead',
  tags: ['tracking'],
  summary: 'A visitor signed up',
  description:
    'From a page: no key, the `Origin` must be one that the program allows, and its `lead_source` must be `any`. From a ' +
    'server: with a Bearer key of the program. The JSON body may also be sent as `text/plain`.',
  security: [{}, { apiKey: [] }],
  body: leadBody.schema,
  response: responsesOf(LeadAnswer, [
    'json_invalid',
    'body_not_object',
    'click_id_not_string',
    'click_id_invalid',
    'customer_key_not_string',
    'customer_key_invalid',
    'lead_ids_missing',
    'code_not_string',
    'email_not_string',
    'email_invalid',
    'additional_data_invalid',
    'program_id_invalid',
    'occurred_at_invalid',
    'lead_customer_not_found',
    'customer_other_program',
    'status_not_visitor',
    'api_key_empty',
    'api_key_unknown',
    'origin_not_allowed',
    'lead_server_only',
    'body_too_large',
    'content_type_unsupported',
    'rate_limited',
    'lead_failed',
    'unavailable',
  ]),
};

/** POST /api/v1/track/lead. Specification section 4, contract section 2. */
export function registerLead(app: FastifyInstance, context: HttpContext): void {
  const url = '/api/v1/track/lead';
  registerTrackingRoute(app, context, {
    event: 'lead',
    url,
    schema,
    failure: 'lead_failed',
    read: readLead,
    answer: leadAnswer,
  });
}

function readLead(request: FastifyRequest): LeadCommand | ErrorCode {
  const body = leadBody.read(request.body, request.arrivedMs);
  if (typeof body === 'string') return body;
  const caller = callerOf(request.caller);
  return {
    kind: 'lead',
    caller,
    clickId: body.click_id,
    customerKey: body.customer_key,
    code: body.code,
    email: body.email,
    programId: body.program_id,
    testMode: body.additional_data.testMode,
    additionalData: body.additional_data.json,
    // A page could make an old click count again.
    occurredAtMs: caller.mode === 'server' ? body.occurred_at : null,
    atMs: request.arrivedMs,
  };
}

function leadAnswer(outcome: LeadOutcome): LeadAnswer {
  return {
    success: true,
    status: 'lead',
    click_id: outcome.clickId,
    customer_key: outcome.customerKey,
    attributed: outcome.attributed,
    test_mode: outcome.testMode,
  };
}
