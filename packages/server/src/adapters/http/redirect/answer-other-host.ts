import type { FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify';
import type { LinkDomain } from '../../../features/programs/find-link-domain.js';
import type { HttpContext } from '../context.js';
import { sendError, sendRetryLater, setCommonHeaders } from '../errors.js';
import { takeOfAddress } from '../rate-limits.js';
import { answerRedirect, type RedirectContext, sendNowhere } from './answer-redirect.js';

/** What requests under other hosts than the service's own need of the application. */
export type OtherHostContext = RedirectContext & Pick<HttpContext, 'hosts' | 'linkDomains' | 'now'>;

/**
 * Answers a request whose host is not one of the service's own: on a link domain with the link that its path names, elsewhere
 * with `Unknown host`. Nothing else is served there, whatever route the request would have led to. Contract 2 sections 7.2 and 10.
 */
export async function answerOtherHost(
  context: OtherHostContext,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  request.arrivedMs ||= context.now();
  setCommonHeaders(reply);
  const domain = await findDomain(context, request);
  if (domain === 'unavailable') return sendRetryLater(reply, 'unavailable', 1);
  if (domain === null) {
    context.hosts.noteRefused(request);
    return sendError(reply, 'host_unknown');
  }
  if (request.method !== 'GET' && request.method !== 'HEAD') return sendError(reply, 'not_found');
  const path = pathOf(request);
  return path === '/'
    ? sendNowhere(request, reply, domain.fallbackUrl)
    : answerRedirect(context, request, reply, path, domain);
}

/** Hides a route that is served under every other host on link domains. Where nobody can know, it is served. */
export function hideOnLinkDomains(context: OtherHostContext): onRequestHookHandler {
  return (request, reply, done) => {
    const host = request.raw.headers.host ?? '';
    if (context.hosts.accepts(request) || !context.linkDomains.isPossible(host)) return done();
    findDomain(context, request).then((domain) => {
      if (domain === null || domain === 'unavailable') done();
      else void answerOtherHost(context, request, reply);
    }, done);
  };
}

/** The database is asked about a host only after the request was counted, so that many hosts do not raise a caller's limit. */
async function findDomain(
  { linkDomains, limits, logger }: OtherHostContext,
  request: FastifyRequest,
): Promise<LinkDomain | null | 'unavailable'> {
  const host = request.raw.headers.host ?? '';
  if (!linkDomains.isPossible(host)) return null;
  const known = linkDomains.peek(host, request.arrivedMs);
  if (known !== undefined) return known;
  if (takeOfAddress(limits.browser, request) > 0) return null;
  try {
    return await linkDomains.find(host);
  } catch (err) {
    logger.warn({ reqId: request.id, err }, 'a host could not be looked up among the link domains');
    return 'unavailable';
  }
}

/** The path of a request, as it was sent. */
export function pathOf({ url }: Pick<FastifyRequest, 'url'>): string {
  const end = url.search(/[?#]/);
  return end < 0 ? url : url.slice(0, end);
}
