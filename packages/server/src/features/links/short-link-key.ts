import { normalName } from '@svc/core';

/** The form in which a short link is unique over the service. Links from before there was one form may have another key. */
export function shortLinkKeyOf(shortLink: string): string {
  return normalName(shortLink);
}
