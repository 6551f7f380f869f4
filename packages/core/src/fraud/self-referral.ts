/** Where a partner gets mail. */
export interface PartnerAddress {
  readonly email: string;
  /** The domain of the address, unless it is a public mail provider's; in lower case. */
  readonly ownDomain: string | null;
}

/** Further domains of the mailboxes of a mail provider, by the one that stands for them. */
const OTHER_DOMAINS: Readonly<Record<string, readonly string[]>> = {
  'gmail.com': ['googlemail.com'],
  'icloud.com': ['me.com', 'mac.com'],
  'proton.me': ['protonmail.com', 'protonmail.ch', 'pm.me'],
  'yandex.ru': ['yandex.com', 'yandex.by', 'yandex.kz', 'ya.ru'],
};
const FIRST_DOMAINS: ReadonlyMap<string, string> = new Map(
  Object.entries(OTHER_DOMAINS).flatMap(([first, others]) => others.map((other) => [other, first] as const)),
);
/** Characters of a name that mean nothing to a mail provider, by its first domain. */
const IGNORED: Readonly<Record<string, RegExp>> = {
  'gmail.com': /\./g,
  'proton.me': /[._-]/g,
  'yandex.ru': /[.-]/g,
};

/** The domain of an address, in lower case and without a dot at its end; null: it is no address. */
export function domainOf(email: string): string | null {
  const at = email.lastIndexOf('@');
  const domain = email
    .slice(at + 1)
    .trim()
    .replace(/\.+$/, '')
    .toLowerCase();
  return at < 1 || domain === '' ? null : domain;
}

/** The mailbox of an address, however it is written: without the tag behind a plus sign, and on the first domain of its provider. */
function mailboxOf(email: string, ownDomain: string): string {
  const domain = FIRST_DOMAINS.get(ownDomain) ?? ownDomain;
  const [name = ''] = email.slice(0, email.lastIndexOf('@')).trim().toLowerCase().split('+', 1);
  const ignored = IGNORED[domain];
  return `${ignored === undefined ? name : name.replaceAll(ignored, '')}@${domain}`;
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
  const partnerDomain = domainOf(partner.email);
  if (customerEmail === null || domain === null || partnerDomain === null) return null;
  if (mailboxOf(customerEmail, domain) === mailboxOf(partner.email, partnerDomain)) return { domain: null };
  return domain === partnerDomain && domain === partner.ownDomain ? { domain } : null;
}
