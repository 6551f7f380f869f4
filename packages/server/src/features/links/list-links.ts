import { type LinkFigures, LinkFiguresPage, type LinkItem, LinkQuery } from '@svc/contract';
import type { Pool } from 'pg';
import { defineList } from '../../operations/define-operation.js';
import type { Page } from '../../operations/keyset.js';
import { optionalNumber } from '../../operations/optional-number.js';
import { type Days, readDays } from '../reports/days.js';
import { mayReadFigures } from '../reports/may-read-figures.js';
import { keptTotals, SUM_COLUMNS, type SumsRow, type Totals, totalsFromRow } from '../reports/totals.js';
import { LINK_SORTS, loadLinks } from './load-links.js';

/** Adds what each link of a page brought in a period. */
async function withFigures(
  pool: Pool,
  filter: { readonly programId: number; readonly days: Days },
  page: Page<LinkItem>,
): Promise<Page<LinkFigures>> {
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
  async run({ pool, services, scope, input, nowMs }, request) {
    const { programId } = scope;
    const days = readDays(input, nowMs);
    const filter = { programId, partnerId: optionalNumber(input.partner_id) };
    const page = await loadLinks(pool, filter, request, services.settings.baseUrl);
    return mayReadFigures(scope) ? withFigures(pool, { programId, days }, page) : page;
  },
});
