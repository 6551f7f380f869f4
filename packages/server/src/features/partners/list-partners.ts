import {
  normalizeTag,
  type PartnerFigures,
  PartnerFiguresPage,
  type PartnerItem,
  PartnerQuery,
} from '@svc/contract';
import type { Pool } from 'pg';
import { defineList } from '../../operations/define-operation.js';
import {
  loadPage,
  type Page,
  type PageRequest,
  type SortColumns,
  sortText,
} from '../../operations/keyset.js';
import { optionalNumber } from '../../operations/optional-number.js';
import { loadAnswers } from '../applications/load-answers.js';
import { readDays } from '../reports/days.js';
import type { Days } from '../reports/load-report.js';
import { type PartnerRow, partnerFromRow, SELECT_PARTNERS } from './find-partner.js';
import { loadPartnerFigures } from './partner-figures.js';

/** Which partners, and for which days their figures are. */
interface PartnerFilter {
  readonly status: PartnerItem['status'] | null;
  readonly tag: string | null;
  /** null: in whatever group; `none`: in none. */
  readonly group: number | 'none' | null;
  /** A part of the name or of the address, in any case. */
  readonly search: string | null;
  readonly days: Days;
}

/**
 * The partners of a program, the last one to join first, with what they brought.
 */
async function loadPartners(
  pool: Pool,
  programId: number,
  { status, tag, group, search, days }: PartnerFilter,
  request: PageRequest,
): Promise<Page<PartnerFigures>> {
  const rows = {
    select: SELECT_PARTNERS,
    where: `e.program_id = $1 and ($2::text is null or e.status = $2)
        and ($3::text is null or position(lower($3) in lower(p.name)) > 0 or position(lower($3) in lower(p.email)) > 0)
        and ($4::text is null or $4 = any(e.tags))
        and ($5::bigint is null or coalesce(e.group_id, 0) = $5)`,
    values: [programId, status, search, tag, group === 'none' ? 0 : group],
    id: 'e.id',
    sorts: SORTS,
    search: { anywhere: ['p.name', 'p.email', 'g.name', TAGS_AS_TEXT] },
  };
  const page = await loadPage<PartnerRow, PartnerItem>(pool, request, rows, partnerFromRow);
  const ids = page.data.map(({ id }) => id);
  const figures = await loadPartnerFigures(pool, programId, ids, days);
  const answers = await loadAnswers(
    pool,
    page.data.map((item) => item.enrollment_id),
  );
  return {
    ...page,
    data: page.data.map((item) => ({
      ...item,
      application_answers: [...(answers.get(item.enrollment_id) ?? [])],
      totals: [...(figures.get(item.id) ?? [])],
    })),
  };
}

/** Commas stand in no tag, so that no search finds the end of one and the beginning of the next. */
const TAGS_AS_TEXT = `array_to_string(e.tags, ',')`;

const SORTS: SortColumns = {
  joined_at: { sql: 'e.id', type: 'number' },
  name: { sql: sortText('p.name'), type: 'text' },
  email: { sql: sortText('p.email'), type: 'text' },
  status: { sql: sortText('e.status'), type: 'text' },
};

export const listPartners = defineList({
  name: 'listPartners',
  route: 'GET /api/programs/:programId/partners',
  permission: 'program:read',
  summary: 'Partners of a program, with what they brought in a period',
  input: PartnerQuery,
  output: PartnerFiguresPage,
  errors: ['from_invalid', 'to_invalid'],
  sorts: SORTS,
  search: 'name, email, group, tags',
  run: ({ pool, scope, input, nowMs }, page) =>
    loadPartners(
      pool,
      scope.programId,
      {
        status: input.status ?? null,
        tag: input.tag === undefined ? null : (normalizeTag(input.tag) ?? ''),
        group: input.group_id === 'none' ? 'none' : optionalNumber(input.group_id),
        search: input.search ?? null,
        days: readDays(input, nowMs),
      },
      page,
    ),
});
