import { siteOrigin } from '@svc/contract/site';
import { setParameters } from '@svc/core/address';
import { withoutReferral } from '@svc/core/referral';

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
  const given = Object.entries(parameters)
    .map(([name, value]) => [name, value.trim()] as const)
    .filter(([, value]) => value !== '');
  const others = Object.fromEntries(given);
  if (pageUrl === null) return setParameters(link.referral_url, others);
  return setParameters(withoutReferral(pageUrl), { aff: link.short_link, ...others });
}

/** Whether an address is of the site or of a part of it, as the service asks of a link's destination. */
function isOwnPage(address: string, domain: string): boolean {
  if (!URL.canParse(address) || !URL.canParse(siteOrigin(domain))) return false;
  const { protocol, host } = new URL(address);
  const site = new URL(siteOrigin(domain)).host;
  return /^https?:$/.test(protocol) && (host === site || host.endsWith(`.${site}`));
}
