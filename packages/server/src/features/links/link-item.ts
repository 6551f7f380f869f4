import type { LinkItem } from '@svc/contract';
import { referralUrl } from './referral-url.js';

export const SELECT_LINKS = `
  select l.id, l.program_id, l.short_link, l.partner_id, e.status as partner_status, l.destination_url, l.deactivated_at,
         l.created_at, p.domain
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
}

/** A link as it is shown, with the address to hand out. */
export function linkFromRow(row: LinkRow): LinkItem {
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
export function auditedLink(row: LinkRow): LinkItem & Pick<LinkRow, 'program_id'> {
  return { ...linkFromRow(row), program_id: row.program_id };
}
