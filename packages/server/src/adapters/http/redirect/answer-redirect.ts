import { isPlainText } from '@svc/contract';
import type { ClickCommand } from '@svc/core';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { shortLinkKeyOf } from '../../../features/links/short-link-key.js';
import type { LinkDomain } from '../../../features/programs/find-link-domain.js';
import { newClickNumber } from '../../../ingest/click-numbers.js';
import { UnavailableError } from '../../../ingest/index.js';
import { isBot } from '../browser/bots.js';
import type { HttpContext } from '../context.js';
import { sendRetryLater } from '../errors.js';
import { takeOfAddress } from '../rate-limits.js';
import { type Destination, landingUrl, locationOf } from './destination.js';
import { sendNotFoundPage } from './not-found-page.js';
import type { Redirect } from './redirect-catalog.js';
import { MAX_WAIT_MS } from './remembered.js';
import { TooLateError, within } from './within.js';

/** What redirects need of the application. */
export type RedirectContext = Pick<HttpContext, 'redirects' | 'tracking' | 'visitors' | 'limits' | 'logger'>;

const MAX_URL_LENGTH = 2048;
const REDIRECT = { mode: 'redirect' } as const;

/**
 * Records a click on a link and leads on to its destination, with `aff` and the id of the click. The visitor is led on also when
 * nothing can be recorded: then without the id, so that the page reports the click. `domain` is the link domain that was asked,
 * which serves the links of its program only. Contract 2 section 10.
 */
export async function answerRedirect(
  context: RedirectContext,
  request: FastifyRequest,
  reply: FastifyReply,
  shortLink: string,
  domain: LinkDomain | null,
): Promise<FastifyReply> {
  const key = shortLinkKeyOf(shortLink);
  const waitSeconds = takeOfAddress(context.limits.browser, request);
  const isLimited = waitSeconds > 0;
  const known = await findRedirect(context, request, key, isLimited);
  if (known === 'unknown') {
    return isLimited
      ? sendRetryLater(reply, 'rate_limited', waitSeconds)
      : sendRetryLater(reply, 'unavailable', 1);
  }
  const redirect = domain !== null && known?.programId !== domain.programId ? null : known;
  const destination = redirect?.destination ?? null;
  const fallbackUrl = (redirect ?? domain)?.fallbackUrl ?? null;
  if (destination === null) return sendNowhere(request, reply, fallbackUrl);
  const landing = landingUrl(destination, queryOf(request));
  if (isLimited || !isVisit(request, destination))
    return leadTo(reply, locationOf(landing, destination, null));
  const clickId = await recordClick(context, request, (visitor) =>
    clickOf(request, { shortLinkKey: key, landing, destination, visitor }),
  );
  if (clickId === 'refused') return sendNowhere(request, reply, fallbackUrl);
  return leadTo(reply, locationOf(landing, destination, clickId));
}

/** The link; null when there is none; `unknown` when that cannot be known now. */
async function findRedirect(
  { redirects, logger }: RedirectContext,
  request: FastifyRequest,
  key: string,
  isLimited: boolean,
): Promise<Redirect | null | 'unknown'> {
  const known = redirects.peek(key, request.arrivedMs);
  if (known !== undefined) return known;
  // The database is not asked in vain again and again for one caller.
  if (isLimited) return redirects.last(key) ?? 'unknown';
  try {
    return await redirects.find(key);
  } catch (err) {
    logger.warn({ reqId: request.id, err }, 'a redirect link could not be looked up');
    return 'unknown';
  }
}

/** What was asked for beside the path, as it was sent. */
function queryOf({ url }: FastifyRequest): string {
  const start = url.indexOf('?');
  if (start < 0) return '';
  const end = url.indexOf('#', start);
  return end < 0 ? url.slice(start + 1) : url.slice(start + 1, end);
}

const AHEAD = /prefetch|prerender|preview/i;

/**
 * Whether a person follows the link now. Where it leads to this machine, headless browsers are people, as with other clicks: they
 * are the tests of somebody who integrates.
 */
function isVisit({ method, headers }: FastifyRequest, { origin }: Destination): boolean {
  if (method === 'HEAD' || isBot(headers['user-agent'], origin)) return false;
  const { 'sec-purpose': secPurpose, purpose } = headers;
  if (secPurpose === undefined && purpose === undefined) return true;
  return !AHEAD.test(`${secPurpose} ${purpose}`);
}

function clickOf(
  request: FastifyRequest,
  {
    shortLinkKey,
    landing,
    destination,
    visitor,
  }: Pick<ClickCommand, 'shortLinkKey' | 'visitor'> & {
    readonly landing: string;
    readonly destination: Destination;
  },
): ClickCommand {
  const { referer } = request.headers;
  return {
    kind: 'click',
    caller: REDIRECT,
    key: { number: newClickNumber(), clickedMs: request.arrivedMs },
    shortLinkKey,
    affiliateUrl: landing.length > MAX_URL_LENGTH ? destination.href : landing,
    redirectClickId: null,
    referrer: referer !== undefined && isPlainText(referer, MAX_URL_LENGTH) ? referer : null,
    visitor,
    testMode: false,
    bot: false,
    additionalData: null,
  };
}

/** The id of a click that is on disk; null when it is not known to be; `refused` when the link has become inactive. */
async function recordClick(
  { tracking, visitors, logger }: RedirectContext,
  { ip, headers, arrivedMs }: FastifyRequest,
  clickOfVisitor: (visitor: number | null) => ClickCommand,
): Promise<string | null | 'refused'> {
  const submit = async () =>
    tracking.submit(clickOfVisitor(await visitors.of(ip, headers['user-agent'], arrivedMs)));
  try {
    const outcome = await within(MAX_WAIT_MS, submit());
    return outcome.kind === 'click' ? outcome.clickId : 'refused';
  } catch (err) {
    const isExpected = err instanceof UnavailableError || err instanceof TooLateError;
    if (!isExpected) logger.error({ err }, 'the click of a redirect could not be recorded');
    return null;
  }
}

/** The fallback of the program, else a page that says that there is no such link. */
export function sendNowhere(
  request: FastifyRequest,
  reply: FastifyReply,
  fallbackUrl: string | null,
): FastifyReply {
  return fallbackUrl === null ? sendNotFoundPage(request, reply) : leadTo(reply, fallbackUrl);
}

function leadTo(reply: FastifyReply, location: string): FastifyReply {
  const { request } = reply;
  request.routeOptions.config.observe?.(request, 302);
  return reply.code(302).header('location', location).header('cache-control', 'no-store').send();
}
