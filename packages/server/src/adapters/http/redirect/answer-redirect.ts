import { isPlainText } from '@svc/contract';
import { type ClickCommand, type LinkPath, readLinkPath } from '@svc/core';
import type { FastifyReply, FastifyRequest } from 'fastify';
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
export type RedirectContext = Pick<
  HttpContext,
  'redirects' | 'tracking' | 'visitors' | 'limits' | 'logger' | 'refusedRequests'
>;

const MAX_URL_LENGTH = 2048;
const REDIRECT = { mode: 'redirect' } as const;

/**
 * Records a click on a link and leads on to its destination, with `aff` and the id of the click. `path` names the link, encoded as it
 * was sent. The visitor is led on also when nothing can be recorded: then without the id, so that the page reports the click. `domain` is the
 * link domain that was asked, which serves the links of its program only. Contract 2 section 10.
 */
export async function answerRedirect(
  context: RedirectContext,
  request: FastifyRequest,
  reply: FastifyReply,
  path: string,
  domain: LinkDomain | null,
): Promise<FastifyReply> {
  const named = readLinkPath(path);
  const waitSeconds = takeOfAddress(context.limits.browser, request);
  const isLimited = waitSeconds > 0;
  const found = await findRedirect(context, request, named.keys, isLimited);
  if (found === 'unknown') {
    return isLimited
      ? sendRetryLater(reply, 'rate_limited', waitSeconds)
      : sendRetryLater(reply, 'unavailable', 1);
  }
  const known = domain !== null && found?.redirect.programId !== domain.programId ? null : found;
  const destination = known?.redirect.destination ?? null;
  const fallbackUrl = (known?.redirect ?? domain)?.fallbackUrl ?? null;
  const refuse = () => {
    noteRefused(context, request, { named, known, domain });
    return sendNowhere(request, reply, fallbackUrl);
  };
  if (known === null || destination === null)
    return isLimited ? sendNowhere(request, reply, fallbackUrl) : refuse();
  const landing = landingUrl(destination, queryOf(request, named));
  if (isLimited || !isVisit(request, destination))
    return leadTo(reply, locationOf(landing, destination, null));
  const clickId = await recordClick(context, request, (visitor) =>
    clickOf(request, { shortLinkKey: known.key, landing, destination, visitor }),
  );
  if (clickId === 'refused') return refuse();
  if (clickId !== null)
    context.refusedRequests.noteRedirect({
      shortLinkKey: known.key,
      step: 'followed',
      atMs: request.arrivedMs,
    });
  return leadTo(reply, locationOf(landing, destination, clickId));
}

interface FoundRedirect {
  readonly key: string;
  readonly redirect: Redirect;
}

/** The link of the first key that has one; null when there is none; `unknown` when that cannot be known now. Nearly all paths give one key. */
async function findRedirect(
  context: RedirectContext,
  request: FastifyRequest,
  keys: readonly string[],
  isLimited: boolean,
): Promise<FoundRedirect | null | 'unknown'> {
  for (const key of keys) {
    const redirect = await findByKey(context, request, key, isLimited);
    if (redirect === 'unknown') return 'unknown';
    if (redirect !== null) return { key, redirect };
  }
  return null;
}

async function findByKey(
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

/** Shows what a visitor asked for in vain to those who integrate the program that it can be meant for. */
function noteRefused(
  { refusedRequests }: RedirectContext,
  request: FastifyRequest,
  {
    named: { keys },
    known,
    domain,
  }: {
    readonly named: LinkPath;
    readonly known: FoundRedirect | null;
    readonly domain: LinkDomain | null;
  },
): void {
  const [value] = keys;
  if (value === undefined || request.method === 'HEAD' || isBot(request.headers['user-agent'], null)) return;
  const programId = known?.redirect.programId ?? domain?.programId ?? null;
  refusedRequests.noteLink({ programId, value, atMs: request.arrivedMs });
}

/** What was asked for beside the name of the link, as it was sent. */
function queryOf({ url }: FastifyRequest, { query: inPath }: LinkPath): string {
  const start = url.indexOf('?');
  if (start < 0) return inPath;
  const end = url.indexOf('#', start);
  const query = end < 0 ? url.slice(start + 1) : url.slice(start + 1, end);
  return inPath === '' ? query : `${inPath}&${query}`;
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
