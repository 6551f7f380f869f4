/** Where a link leads, prepared once so that most redirects only add the click id. */
export interface Destination {
  /** As browsers write it: scheme://host[:port]. */
  readonly origin: string;
  /** The address with `aff`, up to its fragment. */
  readonly href: string;
  /** `#…`, or empty. */
  readonly hash: string;
}

/** Parameters that only the service sets. */
const OWN_PARAMETERS = ['aff', 'svc_click_id'];

/** The destination of a link, with `aff`; null when it is no address. */
export function destinationOf(url: string, shortLink: string): Destination | null {
  if (!URL.canParse(url)) return null;
  const destination = new URL(url);
  for (const name of OWN_PARAMETERS) destination.searchParams.delete(name);
  destination.searchParams.set('aff', shortLink);
  const { origin, hash } = destination;
  destination.hash = '';
  return { origin, href: destination.href, hash };
}

/**
 * The address to send a visitor to, up to its fragment: with the parameters of the request, as they were written, in place of the
 * destination's own of the same name. Host and path are the link's alone, whatever was asked for.
 */
export function landingUrl({ href }: Destination, query: string): string {
  if (query === '') return href;
  const kept = query
    .split('&')
    .map((text) => ({ text, name: nameOf(text) }))
    .filter(({ text, name }) => text !== '' && !OWN_PARAMETERS.includes(name));
  if (kept.length === 0) return href;
  const url = new URL(href);
  // Deleting writes the others anew, so what is not there is not deleted.
  for (const { name } of kept) if (url.searchParams.has(name)) url.searchParams.delete(name);
  url.search += `&${kept.map(({ text }) => text).join('&')}`;
  return url.href;
}

function nameOf(parameter: string): string {
  const [name = ''] = new URLSearchParams(parameter).keys();
  return name;
}

/** The landing address with the click id, if there is one, and the destination's fragment. */
export function locationOf(landing: string, { hash }: Destination, clickId: string | null): string {
  return clickId === null ? landing + hash : `${landing}&svc_click_id=${clickId}${hash}`;
}
