import type { LinkItem } from '@svc/contract';
import type { Pool } from 'pg';
import { type Page, type PageRequest, positionOf, toPage } from './keyset.js';
import { referralUrl } from './referral-url.js';

interface LinkRow {
  readonly id: number;
  readonly short_link: string;
  readonly partner_id: number | null;
  readonly destination_url: string | null;
  readonly domain: string;
  readonly created_at: Date;
}

/** The referral links of a program, newest first. */
export async function listLinks(
  pool: Pool,
  programId: number,
  request: PageRequest,
): Promise<Page<LinkItem>> {
  const { rows } = await pool.query<LinkRow>(
    `select l.id, l.short_link, l.partner_id, l.destination_url, l.created_at, p.domain
       from links l join programs p on p.id = l.program_id
      where l.program_id = $1 and l.id < $2 order by l.id desc limit $3`,
    [programId, ...positionOf(request, 1), request.limit + 1],
  );
  return toPage(rows, request, (row) => [row.id], itemFromRow);
}

function itemFromRow(row: LinkRow): LinkItem {
  return {
    id: row.id,
    short_link: row.short_link,
    partner_id: row.partner_id,
    destination_url: row.destination_url,
    url: referralUrl({
      shortLink: row.short_link,
      destinationUrl: row.destination_url,
      domain: row.domain,
    }),
    created_at: row.created_at.toISOString(),
  };
}
