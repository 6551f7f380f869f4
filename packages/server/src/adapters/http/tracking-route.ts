import type { ErrorCode } from '@svc/contract';
import type { Command, Outcome, Refusal } from '@svc/core';
import type { FastifyInstance, FastifyRequest, FastifySchema } from 'fastify';
import type { HttpContext } from './context.js';
import { sendError } from './errors.js';
import { ignoredTestMode } from './ignored-test-mode.js';
import { withoutValidation } from './without-validation.js';

/** What is tracked over HTTP; payments come from payment providers. */
type TrackedKind = Exclude<Command['kind'], 'payment'>;

type CommandOf<Kind extends TrackedKind> = Extract<Command, { readonly kind: Kind }>;

/** A command, or what is wrong with its request. */
type Read<AnyCommand> = AnyCommand | ErrorCode;

/** A route that turns a request into a command, and the command's outcome into an answer. */
export interface TrackingRoute<Kind extends TrackedKind> {
  readonly event: Kind;
  readonly url: string;
  /** Describes the route; the body is read by its fields' own declarations, which know the exact errors. */
  readonly schema: FastifySchema;
  /** What is answered when the command fails for no fault of the caller. */
  readonly failure: ErrorCode;
  /** The command a request asks for, or what is wrong with the request. No rules; a promise only where the database has to say more. */
  read(request: FastifyRequest): Read<CommandOf<Kind>> | Promise<Read<CommandOf<Kind>>>;
  /** The body of the answer, or the error that the outcome amounts to. */
  answer(outcome: Extract<Outcome, { kind: Kind }>, request: FastifyRequest): object | ErrorCode;
}

/** Registers a tracking route, behind the hook of its scope that decides who may call it. */
export function registerTrackingRoute<Kind extends TrackedKind>(
  app: FastifyInstance,
  { tracking, refusedRequests, observerOf }: Pick<HttpContext, 'tracking' | 'refusedRequests' | 'observerOf'>,
  { event, url, schema, failure, read, answer }: TrackingRoute<Kind>,
): void {
  const observe = observerOf(url);
  const note = ({ caller, arrivedMs: atMs }: FastifyRequest, code: ErrorCode, command: Command | null) =>
    refusedRequests.note({ event, code, caller, command, atMs });
  const options = { schema, config: { failure, observe }, ...withoutValidation };
  app.post(url, options, async (request, reply) => {
    const reading = read(request);
    // Nearly always at once: waiting for what is there already would cost a turn.
    const command = reading instanceof Promise ? await reading : reading;
    if (typeof command === 'string') {
      note(request, command, null);
      return sendError(reply, command);
    }
    const outcome = await tracking.submit(command);
    if (outcome.kind === 'refused') {
      const code = codeOf(outcome.refusal);
      note(request, code, command);
      return sendError(reply, code, outcome.status);
    }
    if (outcome.kind !== event) throw new Error(`a ${event} came out as a ${outcome.kind}`);
    if ('testMode' in command && !command.testMode) {
      const value = ignoredTestMode(request.body);
      const { caller, arrivedMs: atMs } = request;
      if (value !== null) refusedRequests.noteTestMode({ event, value, caller, command, atMs });
    }
    noteReportedVisit(refusedRequests, command, outcome, request.arrivedMs);
    const body = answer(outcome as Extract<Outcome, { kind: Kind }>, request);
    if (typeof body === 'string') return sendError(reply, body);
    observe(request, 200);
    return body;
  });
}

/** Counts the report of a page about a visit that a redirect has recorded: it is answered with that click. */
function noteReportedVisit(
  refusedRequests: HttpContext['refusedRequests'],
  command: Command,
  outcome: Outcome,
  atMs: number,
): void {
  if (command.kind !== 'click' || command.redirectClickId === null || outcome.kind !== 'click') return;
  if (outcome.clickId !== command.redirectClickId) return;
  refusedRequests.noteRedirect({ shortLinkKey: command.shortLinkKey, step: 'reported', atMs });
}

/**
 * The code of a refusal. The return type is what makes the compiler ask for a row for each. Where the pipeline is the first to see that
 * a program has been archived, its key is answered as it will be from then on.
 */
function codeOf(refusal: Refusal): ErrorCode {
  return refusal === 'program_archived' ? 'api_key_unknown' : refusal;
}
