import { ClickAnswer, clickBody, type ErrorCode, readClickBody, responsesOf } from '@svc/contract';
import { type ClickCommand, type ClickOutcome, linkKeysIn } from '@svc/core';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { newClickNumber } from '../../../ingest/click-numbers.js';
import type { HttpContext } from '../context.js';
import { registerTrackingRoute } from '../tracking-route.js';
import { callerOf } from './authorize-caller.js';
import { isBot } from './bots.js';

const schema = {
  tags: ['tracking'],
  summary: 'A visitor arrived through a referral link',
  description:
    'From a page: no key, and the `Origin` must be one that the program allows. From a server: with a Bearer key of ' +
    'the program. The JSON body may also be sent as `text/plain`.',
  security: [{}, { apiKey: [] }],
  body: clickBody.schema,
  response: responsesOf(ClickAnswer, [
    'json_invalid',
    'body_not_object',
    'affiliate_url_missing',
    'affiliate_url_invalid',
    'aff_missing',
    'additional_data_invalid',
    'link_not_found',
    'link_invalid',
    'api_key_empty',
    'api_key_unknown',
    'origin_not_allowed',
    'link_other_program',
    'body_too_large',
    'content_type_unsupported',
    'rate_limited',
    'click_failed',
    'unavailable',
  ]),
};

/** POST /track/click, and the same under /api/v1. Specification section 4, contract section 2. */
export function registerClick(app: FastifyInstance, context: HttpContext): void {
  const operationIds = { '/track/click': 'trackClick', '/api/v1/track/click': 'trackClickVersioned' };
  for (const [url, operationId] of Object.entries(operationIds)) {
    registerTrackingRoute(app, context, {
      event: 'click',
      url,
      schema: { operationId, ...schema },
      failure: 'click_failed',
      read: (request) => readClick(request, context),
      answer: clickAnswer,
    });
  }
}

function readClick(
  request: FastifyRequest,
  context: ReadContext,
): ClickCommand | ErrorCode | Promise<ClickCommand | ErrorCode> {
  const body = clickBody.read(request.body, request.arrivedMs);
  if (body === 'aff_missing') return readWithParameters(request, context);
  return typeof body === 'string' ? body : clickOf(request, body, context);
}

type ReadContext = Pick<HttpContext, 'linkParameters' | 'visitors'>;

/** Only for clicks whose address has no `aff` is it asked what else may hold the short link. */
async function readWithParameters(
  request: FastifyRequest,
  context: ReadContext,
): Promise<ClickCommand | ErrorCode> {
  const linkParameters = await context.linkParameters.of(callerOf(request.caller));
  const body = readClickBody(request.body, linkParameters, request.arrivedMs);
  return typeof body === 'string' ? body : clickOf(request, body, context);
}

type ClickBody = Exclude<ReturnType<typeof clickBody.read>, string>;

/** A promise only for the first click of a day, whose visitors are told apart by a key of their own. */
function clickOf(
  request: FastifyRequest,
  body: ClickBody,
  { visitors }: ReadContext,
): ClickCommand | Promise<ClickCommand> {
  const { ip, headers, arrivedMs } = request;
  const visitor = visitors.of(ip, headers['user-agent'], arrivedMs);
  return visitor instanceof Promise
    ? visitor.then((number) => clickBy(number, request, body))
    : clickBy(visitor, request, body);
}

function clickBy(visitor: number | null, request: FastifyRequest, body: ClickBody): ClickCommand {
  const caller = callerOf(request.caller);
  const { href, aff, redirectClickId } = body.affiliate_url;
  const [shortLinkKey = '', ...others] = linkKeysIn(aff);
  return {
    kind: 'click',
    caller,
    key: { number: newClickNumber(), clickedMs: request.arrivedMs },
    shortLinkKey,
    otherLinkKeys: others.length > 0 ? others : undefined,
    affiliateUrl: href,
    redirectClickId,
    referrer: body.referrer,
    visitor,
    testMode: body.additional_data.testMode,
    // A server calls under its own name, which says nothing about the visitor.
    bot: caller.mode === 'browser' && isBot(request.headers['user-agent'], caller.origin),
    additionalData: body.additional_data.json,
  };
}

function clickAnswer({ clickId, cookieWindowDays, bot }: ClickOutcome): ClickAnswer {
  return bot
    ? { success: true, click_id: clickId, cookie_window_days: cookieWindowDays, bot }
    : { success: true, click_id: clickId, cookie_window_days: cookieWindowDays };
}
