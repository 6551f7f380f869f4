/** The form in which a short link is unique over the service: lower case as JavaScript lowers it. */
export function shortLinkKeyOf(shortLink: string): string {
  return shortLink.toLowerCase();
}
