import type { LinkItem } from '@svc/contract';
import type { Pool } from 'pg';
import { type Page, type PageRequest, positionOf, toPage } from '../../operations/keyset.js';
import { type LinkRow, linkFromRow, SELECT_LINKS } from './link-item.js';

/** The referral links of a program, or of one partner in it, newest first. */
export async function loadLinks(
  pool: Pool,
  filter: { readonly programId: number; readonly partnerId: number | null },
  request: PageRequest,
  baseUrl: string,
): Promise<Page<LinkItem>> {
  const owned = filter.partnerId === null ? '' : 'and l.partner_id = $4';
  const { rows } = await pool.query<LinkRow>(
    `${SELECT_LINKS} where l.program_id = $1 and l.id < $2 ${owned} order by l.id desc limit $3`,
    [
      filter.programId,
      ...positionOf(request, 1),
      request.limit + 1,
      ...(filter.partnerId === null ? [] : [filter.partnerId]),
    ],
  );
  return toPage(
    rows,
    request,
    (row) => [row.id],
    (row) => linkFromRow(row, baseUrl),
  );
}
