import type { LinkItem } from '@svc/contract';
import type { Pool } from 'pg';
import {
  loadPage,
  type Page,
  type PageRequest,
  type SortColumns,
  sortOptionalText,
  sortText,
} from '../../operations/keyset.js';
import { type LinkRow, linkFromRow, SELECT_LINKS } from './link-item.js';

/** The referral links of a program, or of one partner in it, newest first. */
export async function loadLinks(
  pool: Pool,
  filter: { readonly programId: number; readonly partnerId: number | null },
  request: PageRequest,
  baseUrl: string,
): Promise<Page<LinkItem>> {
  const { programId, partnerId } = filter;
  const rows = {
    select: SELECT_LINKS,
    where: `l.program_id = $1 ${partnerId === null ? '' : 'and l.partner_id = $2'}`,
    values: partnerId === null ? [programId] : [programId, partnerId],
    id: 'l.id',
    sorts: LINK_SORTS,
    search: { anywhere: ['l.short_link', 'l.destination_url', ...PARTNER_OF_LINK] },
  };
  return loadPage<LinkRow, LinkItem>(pool, request, rows, (row) => linkFromRow(row, baseUrl));
}

const PARTNER_OF_LINK = ['name', 'email'].map(
  (column) => `(select n.${column} from partners n where n.id = l.partner_id)`,
);

export const LINK_SORTS: SortColumns = {
  created_at: { sql: 'l.id', type: 'number' },
  short_link: { sql: sortText('l.short_link'), type: 'text' },
  destination_url: { sql: sortOptionalText('l.destination_url'), type: 'text' },
};
