import { normalizeTag, PartnerFiguresPage, type PartnerItem, PartnerQuery } from '@svc/contract';
import type { ClientBase, Pool } from 'pg';
import { defineList } from '../../operations/define-operation.js';
import {
  loadPage,
  type Page,
  type PageRequest,
  type SortColumns,
  sortText,
} from '../../operations/keyset.js';
import { optionalNumber } from '../../operations/optional-number.js';
import { applicationFields, loadApplications } from '../applications/load-applications.js';
import { type Days, readDays } from '../reports/days.js';
import { mayReadFigures, requireFigures } from '../reports/may-read-figures.js';
import { keptTotals } from '../reports/totals.js';
import { findWithAccount, type PartnerRow, partnerFromRow, SELECT_PARTNERS } from './find-partner.js';
import { loadPartnerFigures } from './partner-figures.js';

/** Which partners of a program. */
export interface PartnerFilter {
  readonly status: PartnerItem['status'] | null;
  readonly tag: string | null;
  /** null: in whatever group; `none`: in none. */
  readonly group: number | 'none' | null;
  /** null: whether or not they have accepted an invitation. */
  readonly hasAccount: boolean | null;
  /** A part of the name or of the address, in any case. */
  readonly search: string | null;
}

/** Commas stand in no tag, so that no search finds the end of one and the beginning of the next. */
const TAGS_AS_TEXT = `array_to_string(e.tags, ',')`;

/** What partners brought in the days from $7 to $8, to sort them by it; amounts are those in the currency of the program, net. */
const WITH_FIGURES = `${SELECT_PARTNERS} left join (
  select partner_id, sum(clicks) as clicks, sum(sales) as sales,
         sum(revenue_cents - refunded_cents) filter (where kept.currency = own.currency) as revenue,
         sum(commission_cents - reversed_cents) filter (where kept.currency = own.currency) as commission
    from (${keptTotals('program_id = $1 and day between $7 and $8')}) kept
    cross join (select g.currency from programs g where g.id = $1) own
   group by partner_id) f on f.partner_id = e.partner_id`;

/**
 * The partners of a program that a filter finds, the last one to join first. `days`: the period whose figures they can be sorted by;
 * left out: by none.
 */
export function loadPartners(
  db: Pool | ClientBase,
  programId: number,
  { status, tag, group, hasAccount, search }: PartnerFilter,
  request: PageRequest,
  days?: Days,
): Promise<Page<PartnerItem>> {
  const isByFigure = days !== undefined && sortsByFigure(request);
  const rows = {
    select: isByFigure ? WITH_FIGURES : SELECT_PARTNERS,
    where: `e.program_id = $1 and ($2::text is null or e.status = $2)
        and ($3::text is null or position(fold($3) in fold(p.name)) > 0 or position(fold($3) in fold(p.email)) > 0)
        and ($4::text is null or $4 = any(e.tags))
        and ($5::bigint is null or coalesce(e.group_id, 0) = $5)
        and ($6::boolean is null or (p.user_id is not null) = $6)`,
    values: [
      programId,
      status,
      search,
      tag,
      group === 'none' ? 0 : group,
      hasAccount,
      ...(isByFigure ? [days.from, days.to] : []),
    ],
    id: 'e.id',
    sorts: SORTS,
    search: { anywhere: ['p.name', 'p.email', 'g.name', TAGS_AS_TEXT] },
  };
  return loadPage<PartnerRow, PartnerItem>(db, request, rows, partnerFromRow);
}

/** A filter as a list or a change of many has it. */
export function partnerFilter(input: {
  readonly status?: PartnerItem['status'] | null;
  readonly tag?: string | null;
  readonly group_id?: string | null;
  readonly has_account?: 'true' | 'false' | null;
  readonly search?: string;
}): PartnerFilter {
  const { status = null, tag = null, group_id: group = null, has_account = null, search = null } = input;
  return {
    status,
    tag: tag === null ? null : (normalizeTag(tag) ?? ''),
    group: group === 'none' ? 'none' : optionalNumber(group ?? undefined),
    hasAccount: has_account === null ? null : has_account === 'true',
    search,
  };
}

const FIGURES: SortColumns = {
  clicks: { sql: 'coalesce(f.clicks, 0)::bigint', type: 'number' },
  sales: { sql: 'coalesce(f.sales, 0)::bigint', type: 'number' },
  revenue: { sql: 'coalesce(f.revenue, 0)::bigint', type: 'number' },
  commission: { sql: 'coalesce(f.commission, 0)::bigint', type: 'number' },
};

const SORTS: SortColumns = {
  joined_at: { sql: 'e.id', type: 'number' },
  name: { sql: sortText('p.name'), type: 'text' },
  email: { sql: sortText('p.email'), type: 'text' },
  status: { sql: sortText('e.status'), type: 'text' },
  ...FIGURES,
};

function sortsByFigure({ sort }: PageRequest): boolean {
  return sort !== undefined && sort.replace('-', '') in FIGURES;
}

export const listPartners = defineList({
  name: 'listPartners',
  route: 'GET /api/programs/:programId/partners',
  permission: 'program:read',
  summary: 'Partners of a program, with what they brought in a period',
  input: PartnerQuery,
  output: PartnerFiguresPage,
  errors: ['from_invalid', 'to_invalid', 'permission_missing'],
  sorts: SORTS,
  search: 'name, email, group, tags',
  async run({ pool, scope, input, nowMs }, request) {
    const { programId } = scope;
    if (sortsByFigure(request)) requireFigures(scope);
    const days = readDays(input, nowMs);
    const page = await loadPartners(pool, programId, partnerFilter(input), request, days);
    const ids = page.data.map(({ id }) => id);
    const figures = mayReadFigures(scope) ? await loadPartnerFigures(pool, programId, ids, days) : null;
    const withAccount = await findWithAccount(pool, ids);
    const applications = await loadApplications(
      pool,
      page.data.map((item) => item.enrollment_id),
    );
    return {
      ...page,
      data: page.data.map((item) => ({
        ...item,
        ...applicationFields(applications.get(item.enrollment_id)),
        ...(figures && { totals: [...(figures.get(item.id) ?? [])] }),
        has_account: withAccount.has(item.id),
      })),
    };
  },
});
