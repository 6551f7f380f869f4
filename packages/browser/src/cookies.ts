import { settings } from './settings.js';

/** Holds the click id, to which a lead is attributed. */
export const CLICK_ID = 'svc_click_id';
/** Holds the `aff` of the click. */
export const AFF = 'svc_aff';

/** The value of a cookie as it is stored; empty if there is none. */
export function readCookie(name: string): string {
  return `; ${cookies()}`.split(`; ${name}=`)[1]?.split(';')[0] ?? '';
}

/**
 * Stores an encoded value on `cookieDomain`, or on the shortest parent domain of this host that the browser allows: only the
 * browser knows that `shop.co.uk` can be owned and `co.uk` cannot. As a last resort it sets no domain: for `localhost`, IP
 * addresses, and a `cookieDomain` that does not contain this host. Zero seconds remove the cookie.
 */
export function writeCookie(name: string, value: string, seconds: number): void {
  const { cookieDomain } = settings;
  const labels = location.hostname.split('.');
  const domains = [...labels.map((_, index) => labels.slice(-1 - index).join('.')), ''];
  const set = (content: string, maxAge: number, domain: string) => {
    const where = domain && `; Domain=${domain}`;
    const how = location.protocol === 'https:' ? '; Secure' : '';
    cookies(`${name}=${content}; Path=/; Max-Age=${maxAge}; SameSite=Lax${where}${how}`);
    return readCookie(name) === value;
  };
  // A cookie of the same name on another domain would remain, and could hide the new one.
  for (const domain of domains) set('', 0, domain);
  (cookieDomain ? [cookieDomain, ''] : domains).some((domain) => set(value, seconds, domain));
}

/** The cookies of the page, after adding one. A sandboxed frame has none, and throws on access. */
function cookies(added?: string): string {
  try {
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser we serve.
    if (added) document.cookie = added;
    return document.cookie;
  } catch {
    return '';
  }
}
