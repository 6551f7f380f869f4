import type { LinkFigures, LinkItem } from '@svc/contract';
import type { Pool } from 'pg';
import { type Page, type PageRequest, positionOf, toPage } from '../keyset.js';
import type { Days } from '../read-report.js';
import { keptTotals, SUM_COLUMNS, type SumsRow, type Totals, totalsFromRow } from '../reports/totals.js';
import { LINKS, type LinkRow, linkFromRow } from './link-item.js';

/** The referral links of a program, or of one partner in it, newest first. */
export async function listLinks(
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

/** As `listLinks`, with what each link brought in a period. */
export async function listLinksWithFigures(
  pool: Pool,
  of: { readonly programId: number; readonly partnerId: number | null; readonly days: Days },
  request: PageRequest,
): Promise<Page<LinkFigures>> {
  const page = await listLinks(pool, of, request);
  // Partners are named too, because the totals are found by them.
  const partnerIds = [...new Set(page.data.map(({ partner_id }) => partner_id ?? 0))];
  const condition =
    'program_id = $1 and partner_id = any($2::bigint[]) and link_id = any($3::bigint[]) and day between $4 and $5';
  const { rows } = await pool.query<SumsRow & { link_id: number }>(
    `select link_id, currency, ${SUM_COLUMNS} from (${keptTotals(condition)}) kept
      group by link_id, currency order by link_id, currency`,
    [of.programId, partnerIds, page.data.map(({ id }) => id), of.days.from, of.days.to],
  );
  const figures = new Map<number, Totals[]>();
  for (const row of rows) {
    figures.set(row.link_id, [...(figures.get(row.link_id) ?? []), totalsFromRow(row)]);
  }
  return { ...page, data: page.data.map((link) => ({ ...link, totals: figures.get(link.id) ?? [] })) };
}
