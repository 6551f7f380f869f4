import type { ErrorCode } from '@svc/contract';
import type { Command, Outcome, Refusal } from '@svc/core';
import type { FastifyInstance, FastifyReply, FastifyRequest, FastifySchema } from 'fastify';
import type { HttpContext } from './context.js';
import { sendError } from './errors.js';
import { withoutValidation } from './without-validation.js';

/** A route that turns a request into a command, and the command's outcome into an answer. */
export interface TrackingRoute<Kind extends Command['kind']> {
  readonly url: string;
  /** Describes the route; the body is read by its fields' own declarations, which know the exact errors. */
  readonly schema: FastifySchema;
  /** What is answered when the command fails for no fault of the caller. */
  readonly failure: ErrorCode;
  /** The command a request asks for, or what is wrong with the request. No database, no rules. */
  read(request: FastifyRequest): Extract<Command, { kind: Kind }> | ErrorCode;
  /** The body of the answer, or the error that the outcome amounts to. */
  answer(outcome: Extract<Outcome, { kind: Kind }>, request: FastifyRequest): object | ErrorCode;
}

/** Registers a tracking route, behind the hook of its scope that decides who may call it. */
export function registerTrackingRoute<Kind extends Command['kind']>(
  app: FastifyInstance,
  { tracking, observerOf }: Pick<HttpContext, 'tracking' | 'observerOf'>,
  { url, schema, failure, read, answer }: TrackingRoute<Kind>,
): void {
  const observe = observerOf(url);
  const options = { schema, config: { failure, observe }, ...withoutValidation };
  app.post(url, options, async (request, reply) => {
    const command = read(request);
    if (typeof command === 'string') return sendError(reply, command);
    const outcome = await tracking.submit(command);
    if (outcome.kind === 'refused') return sendRefusal(reply, outcome);
    if (outcome.kind !== command.kind) throw new Error(`a ${command.kind} came out as a ${outcome.kind}`);
    const body = answer(outcome as Extract<Outcome, { kind: Kind }>, request);
    if (typeof body === 'string') return sendError(reply, body);
    observe(request, 200);
    return body;
  });
}

/**
 * Answers a refused command. Assigning the refusal to a code is what makes the compiler ask for a row for each. Where the
 * pipeline is the first to see that a program has been archived, its key is answered as it will be from then on.
 */
function sendRefusal(
  reply: FastifyReply,
  outcome: { readonly refusal: Refusal; readonly status?: string },
): FastifyReply {
  const code: ErrorCode = outcome.refusal === 'program_archived' ? 'api_key_unknown' : outcome.refusal;
  return sendError(reply, code, outcome.status);
}
