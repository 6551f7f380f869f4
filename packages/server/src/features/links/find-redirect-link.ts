import { siteOrigin } from '@svc/contract/site';
import type { Pool } from 'pg';

/** A link as far as leading on from it goes. */
export interface RedirectLink {
  readonly shortLink: string;
  /** null: it belongs to no program. */
  readonly programId: number | null;
  /** Whether it counts clicks: it is on, its partner is approved, and its program in use. */
  readonly isActive: boolean;
  /** Its own destination, else the site of its program; null: it has neither. */
  readonly destinationUrl: string | null;
  /** That of its program. */
  readonly fallbackUrl: string | null;
}

interface Row {
  readonly short_link: string;
  readonly program_id: number | null;
  readonly is_active: boolean;
  readonly destination_url: string | null;
  readonly domain: string | null;
  readonly fallback_url: string | null;
}

/** The link with this key; null when there is none. */
export async function findRedirectLink(pool: Pool, shortLinkKey: string): Promise<RedirectLink | null> {
  const { rows } = await pool.query<Row>({
    name: 'find-redirect-link',
    text: `select l.short_link, l.program_id, l.destination_url, p.domain, p.fallback_url,
                  l.deactivated_at is null and p.archived_at is null and coalesce(e.status = 'approved', false) as is_active
             from links l
             left join programs p on p.id = l.program_id
             left join enrollments e on e.program_id = l.program_id and e.partner_id = l.partner_id
            where l.short_link_key = $1`,
    values: [shortLinkKey],
  });
  const row = rows[0];
  if (row === undefined) return null;
  return {
    shortLink: row.short_link,
    programId: row.program_id,
    isActive: row.is_active,
    destinationUrl: row.destination_url ?? (row.domain && `${siteOrigin(row.domain)}/`),
    fallbackUrl: row.fallback_url,
  };
}
