import { type LeadAnswer, LeadAnswer as LeadAnswerSchema, leadBody, responsesOf } from '@svc/contract';
import type { LeadCommand, Outcome } from '@svc/core';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { HttpContext } from '../context.js';
import { sendError } from '../errors.js';
import { sendRefusal, unexpected, withoutValidation } from '../outcome.js';
import { callerOf } from './admit.js';

const schema = {
  tags: ['tracking'],
  summary: 'A visitor signed up',
  description:
    'From a page: no key, and the `Origin` must be one that the program allows. From a server: with a Bearer key of ' +
    'the program. The JSON body may also be sent as `text/plain`.',
  security: [{}, { apiKey: [] }],
  body: leadBody.schema,
  response: responsesOf(LeadAnswerSchema, [
    'json_invalid',
    'body_not_object',
    'click_id_not_string',
    'click_id_invalid',
    'customer_key_not_string',
    'customer_key_invalid',
    'lead_ids_missing',
    'email_not_string',
    'email_invalid',
    'program_id_invalid',
    'lead_customer_not_found',
    'customer_other_program',
    'status_not_visitor',
    'api_key_empty',
    'api_key_unknown',
    'origin_not_allowed',
    'body_too_large',
    'content_type_unsupported',
    'rate_limited',
    'lead_failed',
    'unavailable',
  ]),
};

/** POST /api/v1/track/lead. Specification section 4, contract section 2. */
export function registerLead(app: FastifyInstance, context: HttpContext): void {
  app.post(
    '/api/v1/track/lead',
    { schema, config: { failure: 'lead_failed' }, ...withoutValidation },
    async (request, reply) => {
      const command = readLead(request);
      if (typeof command === 'string') return sendError(reply, command);
      return answer(reply, await context.tracking.submit(command));
    },
  );
}

function readLead(request: FastifyRequest) {
  const body = leadBody.read(request.body);
  if (typeof body === 'string') return body;
  const command: LeadCommand = {
    kind: 'lead',
    caller: callerOf(request.caller),
    clickId: body.click_id,
    customerKey: body.customer_key,
    email: body.email,
    programId: body.program_id,
    testMode: body.additional_data.testMode,
    additionalData: body.additional_data.json,
    atMs: Date.now(),
  };
  return command;
}

function answer(reply: FastifyReply, outcome: Outcome): LeadAnswer | FastifyReply {
  if (outcome.kind === 'refused') return sendRefusal(reply, outcome);
  if (outcome.kind !== 'lead') return unexpected(outcome);
  return {
    success: true,
    status: 'lead',
    click_id: outcome.clickId,
    customer_key: outcome.customerKey,
    attributed: outcome.attributed,
    test_mode: outcome.testMode,
  };
}
