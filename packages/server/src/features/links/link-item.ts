import type { LinkItem } from '@svc/contract';
import { servesHost } from '../../ingest/serving-hosts.js';
import { referralUrl } from './referral-url.js';

export const SELECT_LINKS = `
  select l.id, l.program_id, l.short_link, l.partner_id, e.status as partner_status, l.destination_url, l.deactivated_at,
         l.created_at, p.domain, p.link_style,
         (select d.host from program_link_domains d where d.program_id = p.id and ${servesHost('d.host', 'p.workspace_id')}
           order by d.position limit 1) as link_domain
    from links l
    left join programs p on p.id = l.program_id
    left join enrollments e on e.program_id = l.program_id and e.partner_id = l.partner_id`;

/** A row that `SELECT_LINKS` reads. */
export interface LinkRow {
  readonly id: number;
  /** null: it belongs to no program. */
  readonly program_id: number | null;
  readonly short_link: string;
  readonly partner_id: number | null;
  readonly partner_status: LinkItem['partner_status'];
  readonly destination_url: string | null;
  readonly deactivated_at: Date | null;
  /** That of its program. */
  readonly domain: string | null;
  readonly created_at: Date;
  /** null: it belongs to no program. */
  readonly link_style: 'direct' | 'redirect' | null;
  /** The first host on which links of its program are served. */
  readonly link_domain: string | null;
}

/** A link as it is shown. `baseUrl` is that of the service, for the address that redirects. */
export function linkFromRow(row: LinkRow, baseUrl: string): LinkItem {
  const { created_at, ...link } = withoutReferralUrl(row);
  return {
    ...link,
    referral_url: row.link_style === 'redirect' ? redirectUrl(row, baseUrl) : link.url,
    created_at,
  };
}

/** Where a link is served that leads on: on the first link domain of its program, else on the service itself. */
function redirectUrl({ short_link: shortLink, link_domain: host }: LinkRow, baseUrl: string): string {
  return `${host === null ? `${baseUrl}/r` : `https://${host}`}/${encodeURIComponent(shortLink)}`;
}

function withoutReferralUrl(row: LinkRow): Omit<LinkItem, 'referral_url'> {
  return {
    id: row.id,
    short_link: row.short_link,
    partner_id: row.partner_id,
    partner_status: row.partner_status,
    destination_url: row.destination_url,
    url: urlOf(row),
    is_active: row.deactivated_at === null,
    created_at: row.created_at.toISOString(),
  };
}

function urlOf({ short_link: shortLink, destination_url: destinationUrl, domain }: LinkRow): string | null {
  return domain === null ? null : referralUrl({ shortLink, destinationUrl, domain });
}

/** A link as the audit log has it: also with its program, from which a provision file may move it. */
export function auditedLink(row: LinkRow): Omit<LinkItem, 'referral_url'> & Pick<LinkRow, 'program_id'> {
  return { ...withoutReferralUrl(row), program_id: row.program_id };
}
