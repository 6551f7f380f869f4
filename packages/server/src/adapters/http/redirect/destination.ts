import { appendQuery, asciiAddress, parameterName, removeParameters, splitFragment } from '@svc/core';

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
const OWN_PARAMETERS: ReadonlySet<string> = new Set(['aff', 'svc_click_id']);

/** The destination of a link byte for byte, with `aff` behind its own parameters; null when it is no address. */
export function destinationOf(url: string, shortLink: string): Destination | null {
  if (!URL.canParse(url)) return null;
  const [page, hash] = splitFragment(asciiAddress(url));
  const href = appendQuery(
    removeParameters(page, OWN_PARAMETERS),
    new URLSearchParams({ aff: shortLink }).toString(),
  );
  return { origin: new URL(url).origin, href, hash };
}

/**
 * The address to send a visitor to, up to its fragment: with the parameters of the request, as they were written, in place of the
 * destination's own of the same name. Host and path are the link's alone, whatever was asked for.
 */
export function landingUrl({ href }: Destination, query: string): string {
  if (query === '') return href;
  const kept = query
    .split('&')
    .map((text) => ({ text, name: parameterName(text) }))
    .filter(({ text, name }) => text !== '' && !OWN_PARAMETERS.has(name));
  if (kept.length === 0) return href;
  const names = new Set(kept.map(({ name }) => name));
  return appendQuery(removeParameters(href, names), kept.map(({ text }) => text).join('&'));
}

/** The landing address with the click id, if there is one, and the destination's fragment. */
export function locationOf(landing: string, { hash }: Destination, clickId: string | null): string {
  return clickId === null ? landing + hash : `${landing}&svc_click_id=${clickId}${hash}`;
}
