import { type LinkFigures, LinkFiguresPage, LinkQuery } from '@svc/contract';
import type { Pool } from 'pg';
import { defineList } from '../../operations/define-operation.js';
import type { Page, PageRequest } from '../../operations/keyset.js';
import { optionalNumber } from '../../operations/optional-number.js';
import { readDays } from '../reports/days.js';
import type { Days } from '../reports/load-report.js';
import { keptTotals, SUM_COLUMNS, type SumsRow, type Totals, totalsFromRow } from '../reports/totals.js';
import { LINK_SORTS, loadLinks } from './load-links.js';

/** As `loadLinks`, with what each link brought in a period. */
async function loadLinksWithFigures(
  pool: Pool,
  filter: { readonly programId: number; readonly partnerId: number | null; readonly days: Days },
  request: PageRequest,
  baseUrl: string,
): Promise<Page<LinkFigures>> {
  const page = await loadLinks(pool, filter, request, baseUrl);
  // Partners are named too, because the totals are found by them.
  const partnerIds = [...new Set(page.data.map(({ partner_id }) => partner_id ?? 0))];
  const condition =
    'program_id = $1 and partner_id = any($2::bigint[]) and link_id = any($3::bigint[]) and day between $4 and $5';
  const { rows } = await pool.query<SumsRow & { link_id: number }>(
    `select link_id, currency, ${SUM_COLUMNS} from (${keptTotals(condition)}) kept
      group by link_id, currency order by link_id, currency`,
    [filter.programId, partnerIds, page.data.map(({ id }) => id), filter.days.from, filter.days.to],
  );
  const figures = new Map<number, Totals[]>();
  for (const row of rows) {
    figures.set(row.link_id, [...(figures.get(row.link_id) ?? []), totalsFromRow(row)]);
  }
  return { ...page, data: page.data.map((link) => ({ ...link, totals: figures.get(link.id) ?? [] })) };
}

export const listLinks = defineList({
  name: 'listLinks',
  route: 'GET /api/programs/:programId/links',
  permission: 'program:read',
  summary: 'Referral links of a program',
  input: LinkQuery,
  output: LinkFiguresPage,
  errors: ['from_invalid', 'to_invalid'],
  sorts: LINK_SORTS,
  search: 'short link, destination, name and email of the partner',
  run({ pool, services, scope, input, nowMs }, page) {
    const partnerId = optionalNumber(input.partner_id);
    return loadLinksWithFigures(
      pool,
      { programId: scope.programId, partnerId, days: readDays(input, nowMs) },
      page,
      services.settings.baseUrl,
    );
  },
});
