/** Where a partner gets mail. */
export interface PartnerAddress {
  readonly email: string;
  /** The domain of the address, unless it is a public mail provider's; in lower case. */
  readonly ownDomain: string | null;
}

/** Mail providers for which dots in a name mean nothing. */
const DOTLESS_DOMAINS: ReadonlySet<string> = new Set(['gmail.com', 'googlemail.com']);

/** The domain of an address, in lower case; null: it is no address. */
export function domainOf(email: string): string | null {
  const at = email.lastIndexOf('@');
  const domain = email
    .slice(at + 1)
    .trim()
    .toLowerCase();
  return at < 1 || domain === '' ? null : domain;
}

/** The mailbox of an address, however it is written: without the tag behind a plus sign. */
function mailboxOf(email: string, domain: string): string {
  const [name = ''] = email.slice(0, email.lastIndexOf('@')).trim().toLowerCase().split('+', 1);
  return `${DOTLESS_DOMAINS.has(domain) ? name.replaceAll('.', '') : name}@${domain}`;
}

/**
 * Whether a customer's address is the partner's (`domain` null), or of the partner's own domain, which is named. null: neither. Contract 2
 * section 14.
 */
export function findSelfReferral(
  customerEmail: string | null,
  partner: PartnerAddress,
): { readonly domain: string | null } | null {
  const domain = customerEmail === null ? null : domainOf(customerEmail);
  if (customerEmail === null || domain === null || domain !== domainOf(partner.email)) return null;
  if (mailboxOf(customerEmail, domain) === mailboxOf(partner.email, domain)) return { domain: null };
  return domain === partner.ownDomain ? { domain } : null;
}
