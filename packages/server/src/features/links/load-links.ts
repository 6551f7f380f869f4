import type { LinkItem } from '@svc/contract';
import type { Pool } from 'pg';
import { type Page, type PageRequest, positionOf, toPage } from '../../operations/keyset.js';
import { LINKS, type LinkRow, linkFromRow } from './link-item.js';

/** The referral links of a program, or of one partner in it, newest first. */
export async function loadLinks(
  pool: Pool,
  of: { readonly programId: number; readonly partnerId: number | null },
  request: PageRequest,
): Promise<Page<LinkItem>> {
  const owned = of.partnerId === null ? '' : 'and l.partner_id = $4';
  const { rows } = await pool.query<LinkRow>(
    `${LINKS} where l.program_id = $1 and l.id < $2 ${owned} order by l.id desc limit $3`,
    [
      of.programId,
      ...positionOf(request, 1),
      request.limit + 1,
      ...(of.partnerId === null ? [] : [of.partnerId]),
    ],
  );
  return toPage(rows, request, (row) => [row.id], linkFromRow);
}
