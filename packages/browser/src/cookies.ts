import { settings } from './settings.js';

/** Holds the click id, to which a lead is attributed. */
export const CLICK_ID = 'svc_click_id';
/** Holds the `aff` of the click. */
const AFF = 'svc_aff';
/** Lifetime of a restored `svc_aff`, and of a click id until the service says more, 30 days: the window is not known. */
const RESTORED_SECONDS = 2_592_000;

/**
 * The value of a cookie (`svc_aff` unless named) as it is stored, after adding one if it is given. Empty if there is none, and in a
 * sandboxed frame, where access throws.
 */
export const readCookie = (name = AFF, added?: string): string => {
  try {
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser we serve.
    if (added) document.cookie = added;
    // Without the cookie this throws, too.
    return (document.cookie.match(`(^| )${name}=([^;]*)`) as string[])[2] as string;
  } catch {
    return '';
  }
};

/**
 * Stores an encoded value on `cookieDomain`, or on the shortest parent domain of this host that the browser allows: only the
 * browser knows that `shop.co.uk` can be owned and `co.uk` cannot. As a last resort it sets no domain: for `localhost`, IP
 * addresses, and a `cookieDomain` that does not contain this host. An empty value removes the cookie.
 */
export const writeCookie = (value: string, seconds = RESTORED_SECONDS, name = AFF): void => {
  const labels = location.hostname.split('.');
  const parents = labels.slice(1).map((_, index) => labels.slice(-2 - index).join('.'));
  const domains = [settings.cookieDomain ?? parents, ''].flat();
  const set = (domain: string, content = value) => {
    return (
      readCookie(
        name,
        `${name}=${content};SameSite=Lax;Path=/;Max-Age=${content ? seconds : 0}${domain && `;Domain=${domain}`}${location.protocol[5] ? ';Secure' : ''}`,
      ) === value
    );
  };
  // A cookie of the same name on another domain would remain, and could hide the new one.
  [domains, parents].flat().map((domain) => readCookie(name) && set(domain, ''));
  // The domain that takes it is used from now on: browsers report each one they refuse in the console.
  if (value) settings.cookieDomain = domains.find((domain) => set(domain));
};
