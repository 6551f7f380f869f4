import { siteOrigin } from '@svc/contract/site';

/** What somebody typed as a page of the site, in full; null for the start page. "/pricing" and "shop.test/pricing" do. */
export function pageUrlOf(typed: string, domain: string): string | null {
  const page = typed.trim();
  if (page === '') return null;
  if (page.startsWith('/')) return `${siteOrigin(domain)}${page}`;
  return /^[a-z][a-z0-9+.-]*:\/\//i.test(page) ? page : `https://${page}`;
}

/**
 * The address of a link with parameters: of a page of the site where one is given, else that which the link has. null: it is no page of
 * the site, where clicks would not count.
 */
export function addressWith(
  link: { readonly short_link: string; readonly referral_url: string },
  domain: string,
  { page, parameters }: { readonly page: string; readonly parameters: Readonly<Record<string, string>> },
): string | null {
  const pageUrl = pageUrlOf(page, domain);
  if (pageUrl !== null && !isOwnPage(pageUrl, domain)) return null;
  const address = new URL(pageUrl ?? link.referral_url);
  if (pageUrl !== null) address.searchParams.set('aff', link.short_link);
  for (const [name, value] of Object.entries(parameters)) {
    if (value.trim() !== '') address.searchParams.set(name, value.trim());
  }
  return address.href;
}

/** Whether an address is of the site or of a part of it, as the service asks of a link's destination. */
function isOwnPage(address: string, domain: string): boolean {
  if (!URL.canParse(address) || !URL.canParse(siteOrigin(domain))) return false;
  const { protocol, host } = new URL(address);
  const site = new URL(siteOrigin(domain)).host;
  return /^https?:$/.test(protocol) && (host === site || host.endsWith(`.${site}`));
}
