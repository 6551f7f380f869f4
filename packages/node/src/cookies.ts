/** The first-party cookie that holds the click id. Specification section 1. */
export const CLICK_ID_COOKIE = 'svc_click_id';

const CLICK_ID = /^cust_(0|[1-9][0-9]{0,15})_(0|[1-9][0-9]{0,15})$/;

interface HeadersLike {
  get(name: string): string | null;
}

interface CookieJarLike {
  get(name: string): { readonly value: string } | undefined;
}

type PlainHeaders = Readonly<Record<string, string | readonly string[] | undefined>>;

interface WithHeaders {
  readonly headers: HeadersLike | PlainHeaders;
}

interface HonoLike {
  readonly req: { readonly raw: WithHeaders };
}

/**
 * Where cookies of a request can be read: a standard `Request` or `Headers`; a request of Node, Express or Fastify, or
 * its headers; a Hono context; what Next.js gives for `await cookies()` or `await headers()`; or the text of a `Cookie` header.
 */
export type CookieSource = HeaderSource | CookieJarLike | string | null | undefined;

/**
 * Where headers of a request can be read: a standard `Request` or `Headers`; a request of Node, Express or Fastify, or its
 * headers; a Hono context; what Next.js gives for `await headers()`.
 */
export type HeaderSource = WithHeaders | HeadersLike | PlainHeaders | HonoLike;

/** Whether this has the shape `cust_<number>_<epoch-milliseconds>`. Specification section 2. */
export function isClickId(value: unknown): value is string {
  return typeof value === 'string' && CLICK_ID.test(value);
}

/**
 * The click id that a request carries in its cookie `svc_click_id`, to be forwarded with a lead; null when there is none,
 * or none of the right shape. Of several (set for a host and for its parent domain) the newest click counts, because
 * attribution is last-touch. Never throws.
 */
export function readClickId(source: CookieSource): string | null {
  return cookieValues(source).filter(isClickId).reduce(newerClick, null);
}

export interface ClickIdCookieOptions {
  /** How long the cookie lives, in days: the program's `cookie_window_days`, see the response to the click or `svc status`. */
  readonly cookieWindowDays: number;
  /**
   * The domain of the browser library's cookie, usually the registrable domain (`example.com`), so that the new cookie replaces
   * it. Default: this host only, which is right for `localhost`.
   */
  readonly domain?: string | undefined;
  /** false on plain http, as during development. Default: true. */
  readonly secure?: boolean | undefined;
}

const DAY_SECONDS = 86_400;
const DOMAIN = /^\.?[a-z0-9_-]+(\.[a-z0-9_-]+)*$/i;

/**
 * The value of a `Set-Cookie` header that keeps the click id, with the attributes of specification section 8. Safari
 * deletes cookies set by scripts after seven days; one that your server sets keeps its full lifetime. Scripts can read it, because
 * the browser library uses it.
 *
 * Throws a TypeError if the click id, the domain or the number of days is invalid, so that nothing can be injected into the
 * header.
 */
export function clickIdCookie(clickId: string, options: ClickIdCookieOptions): string {
  if (!isClickId(clickId)) throw new TypeError('clickId is not of the shape cust_<number>_<milliseconds>');
  const { cookieWindowDays, domain, secure = true } = options;
  if (!Number.isInteger(cookieWindowDays) || cookieWindowDays < 1) {
    throw new TypeError('cookieWindowDays must be a whole number of days, 1 or more');
  }
  if (domain !== undefined && !DOMAIN.test(domain)) throw new TypeError('domain is not a domain name');
  const attributes = [
    `${CLICK_ID_COOKIE}=${clickId}`,
    'Path=/',
    `Max-Age=${cookieWindowDays * DAY_SECONDS}`,
    'SameSite=Lax',
  ];
  if (domain !== undefined) attributes.push(`Domain=${domain}`);
  if (secure) attributes.push('Secure');
  return attributes.join('; ');
}

/**
 * The value of a `Set-Cookie` header that keeps the click id of this request for its full lifetime (`clickIdCookie` describes what
 * it throws); null if the request has no click id or does not load a page. The id is that of the cookie or the one that a redirect link
 * has added to the address (`svc_click_id`), whichever click is newer; the address does not count with Global Privacy Control.
 *
 * The response to a page load arrives before the page's scripts run. The response to any other request may arrive after a newer click
 * was stored or consent was withdrawn, and would restore the old click. The same is true for prefetched pages.
 */
export function lastingClickIdCookie(request: HeaderSource, options: ClickIdCookieOptions): string | null {
  if (!isForPage(request)) return null;
  const inAddress = headerOf(request, 'sec-gpc') === '1' ? null : clickIdInAddress(request);
  const clickId = newerClick(readClickId(request), inAddress);
  return clickId === null ? null : clickIdCookie(clickId, options);
}

/** The click id that a redirect link has added to the address of a request; null if there is none. */
function clickIdInAddress(source: HeaderSource): string | null {
  if ('req' in source && typeof source.req === 'object')
    return clickIdInAddress(rawRequest(source.req) as HeaderSource);
  // Headers alone have no address, though a client may send one that is called `url`.
  if (!('headers' in source && typeof source.headers === 'object')) return null;
  const { url, originalUrl = url } = source as { url?: unknown; originalUrl?: unknown };
  const value = typeof originalUrl === 'string' ? /[?&]svc_click_id=([^&#]*)/.exec(originalUrl)?.[1] : null;
  return isClickId(value) ? value : null;
}

function isForPage(request: HeaderSource): boolean {
  if (headerOf(request, 'sec-purpose') || headerOf(request, 'purpose')) return false;
  const destination = headerOf(request, 'sec-fetch-dest');
  // Older browsers, and pages without https, do not send it: use the types that they accept.
  return destination ? destination === 'document' : headerOf(request, 'accept').includes('text/html');
}

/** A header of the request; empty if it has none. */
function headerOf(source: HeaderSource, name: string): string {
  // Headers are held by an object: a client may send a header that is called `req` or `headers`.
  if ('req' in source && typeof source.req === 'object')
    return headerOf(rawRequest(source.req) as HeaderSource, name);
  if ('headers' in source && typeof source.headers === 'object')
    return headerOf(source.headers as HeaderSource, name);
  if ('get' in source && typeof source.get === 'function') return source.get(name) ?? '';
  const found = Object.entries(source).find(([key]) => key.toLowerCase() === name)?.[1];
  return typeof found === 'string' ? found : '';
}

/** Every value of the cookie in the source. */
function cookieValues(source: unknown): unknown[] {
  if (typeof source === 'string') return valuesIn(source);
  if (typeof source !== 'object' || source === null) return [];
  // Hono's context, and a Koa-like one; before `get`, which Hono has for something else.
  if ('req' in source && typeof source.req === 'object') return cookieValues(rawRequest(source.req));
  // Before `get`, which Express has on its requests for something else.
  if ('headers' in source && typeof source.headers === 'object') return cookieValues(source.headers);
  if ('get' in source && typeof source.get === 'function') {
    const entry: unknown = source.get(CLICK_ID_COOKIE);
    if (typeof entry === 'object' && entry !== null && 'value' in entry) return [entry.value];
    const header: unknown = source.get('cookie');
    return typeof header === 'string' ? valuesIn(header) : [];
  }
  const { cookie, Cookie = cookie } = source as { cookie?: unknown; Cookie?: unknown };
  const lines = Array.isArray(Cookie) ? Cookie : [Cookie];
  return lines.flatMap((line) => (typeof line === 'string' ? valuesIn(line) : []));
}

function rawRequest(request: unknown): unknown {
  return typeof request === 'object' && request !== null && 'raw' in request ? request.raw : request;
}

function valuesIn(header: string): string[] {
  return header.split(';').flatMap((pair) => {
    const [name, ...rest] = pair.split('=');
    if (name?.trim() !== CLICK_ID_COOKIE) return [];
    return [
      rest
        .join('=')
        .trim()
        .replace(/^"(.*)"$/, '$1'),
    ];
  });
}

function newerClick(one: string | null, other: string | null): string | null {
  if (one === null || other === null) return one ?? other;
  return clickedMs(other) > clickedMs(one) ? other : one;
}

function clickedMs(clickId: string): number {
  return Number(clickId.slice(clickId.lastIndexOf('_') + 1));
}
