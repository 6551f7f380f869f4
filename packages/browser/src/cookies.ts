import { settings } from './settings.js';

/** Holds the click id: what a lead is attributed by. */
export const CLICK_ID = 'svc_click_id';
/** Holds the value of `aff` that the click id came from. */
export const AFF = 'svc_aff';

/** The value of a cookie as it is stored; empty when there is none. */
export function readCookie(name: string): string {
  return `; ${cookies()}`.split(`; ${name}=`)[1]?.split(';')[0] ?? '';
}

/**
 * Stores an encoded value on `cookieDomain`, or on the shortest parent domain of this host that the browser lets us
 * have: it alone knows that `shop.co.uk` is somebody's and `co.uk` is not. No domain at all is the last resort, for
 * `localhost`, IP addresses, and a `cookieDomain` that this host does not belong to. Zero seconds remove the cookie.
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
  // One of the same name on another domain would stay beside the new one, and could hide it.
  for (const domain of domains) set('', 0, domain);
  (cookieDomain ? [cookieDomain, ''] : domains).some((domain) => set(value, seconds, domain));
}

/** The cookies of the page, after adding one. A sandboxed frame has none, and throws at whoever looks. */
function cookies(added?: string): string {
  try {
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser we serve.
    if (added) document.cookie = added;
    return document.cookie;
  } catch {
    return '';
  }
}
