import { type PartnerFigures, PartnerFiguresPage, type PartnerItem, PartnerQuery } from '@svc/contract';
import type { Pool } from 'pg';
import { defineList } from '../../operations/define-operation.js';
import { type Page, type PageRequest, positionOf, toPage } from '../../operations/keyset.js';
import { readDays } from '../reports/days.js';
import type { Days } from '../reports/load-report.js';
import { type PartnerRow, partnerFromRow, SELECT_PARTNERS } from './find-partner.js';
import { loadPartnerFigures } from './partner-figures.js';

/** Which partners, and for which days their figures are. */
interface PartnerFilter {
  readonly status: PartnerItem['status'] | null;
  /** A part of the name or of the address, in any case. */
  readonly search: string | null;
  readonly days: Days;
}

/**
 * The partners of a program, the last one to join first, with what they brought. `commission` is the partner's own rule
 * in force; null where the program's counts.
 */
async function loadPartners(
  pool: Pool,
  programId: number,
  { status, search, days }: PartnerFilter,
  request: PageRequest,
): Promise<Page<PartnerFigures>> {
  const { rows } = await pool.query<PartnerRow>(
    `${SELECT_PARTNERS} where e.program_id = $1 and e.id < $2 and ($4::text is null or e.status = $4)
        and ($5::text is null or position(lower($5) in lower(p.name)) > 0 or position(lower($5) in lower(p.email)) > 0)
      order by e.id desc limit $3`,
    [programId, ...positionOf(request, 1), request.limit + 1, status, search],
  );
  const page = toPage(rows, request, (row) => [row.enrollment_id], partnerFromRow);
  const ids = page.data.map(({ id }) => id);
  const figures = await loadPartnerFigures(pool, programId, ids, days);
  return { ...page, data: page.data.map((item) => ({ ...item, totals: [...(figures.get(item.id) ?? [])] })) };
}

export const listPartners = defineList({
  name: 'listPartners',
  route: 'GET /api/programs/:programId/partners',
  permission: 'program:read',
  summary: 'Partners of a program, with what they brought in a period',
  input: PartnerQuery,
  output: PartnerFiguresPage,
  errors: ['from_invalid', 'to_invalid'],
  positionLength: 1,
  run: ({ pool, scope, input, nowMs }, page) =>
    loadPartners(
      pool,
      scope.programId,
      { status: input.status ?? null, search: input.search ?? null, days: readDays(input, nowMs) },
      page,
    ),
});
