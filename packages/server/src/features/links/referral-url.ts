import { siteOrigin } from '@svc/contract/site';
import { setParameters } from '@svc/core';

/**
 * The address a partner hands out: where the link leads (its own destination, else the program's site) with `aff` set.
 * Null when that is no address.
 */
export function referralUrl(link: {
  readonly shortLink: string;
  readonly destinationUrl: string | null;
  readonly domain: string;
}): string | null {
  const destination = link.destinationUrl ?? `${siteOrigin(link.domain)}/`;
  return URL.canParse(destination) ? setParameters(destination, { aff: link.shortLink }) : null;
}
