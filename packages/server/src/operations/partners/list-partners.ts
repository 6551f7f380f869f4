import type { CommissionRuleTerms, PartnerCounts, PartnerFigures, PartnerItem } from '@svc/contract';
import type { ClientBase, Pool } from 'pg';
import { type Page, type PageRequest, positionOf, toPage } from '../keyset.js';
import { termsOf } from '../program-summary.js';
import type { Days } from '../read-report.js';
import { readPartnerFigures } from './partner-figures.js';

interface PartnerRow {
  readonly id: number;
  readonly enrollment_id: number;
  readonly name: string;
  readonly email: string;
  readonly status: PartnerItem['status'];
  readonly joined_at: Date;
  readonly rule: CommissionRuleTerms | null;
}

const PARTNERS = `
  select p.id, e.id as enrollment_id, p.name, p.email, e.status, e.created_at as joined_at,
         case when r.type <> 'program' then to_jsonb(r) end as rule
    from enrollments e
    join partners p on p.id = e.partner_id
    left join lateral (select * from commission_rules
                        where program_id = e.program_id and coalesce(enrollment_id, 0) = e.id
                        order by version desc limit 1) r on true`;

/** Which partners, and for which days their figures are. */
export interface PartnerFilter {
  readonly status: PartnerItem['status'] | null;
  /** A part of the name or of the address, in any case. */
  readonly search: string | null;
  readonly days: Days;
}

/**
 * The partners of a program, the last one to join first, with what they brought. `commission` is the partner's own rule
 * in force; null where the program's counts.
 */
export async function listPartners(
  pool: Pool,
  programId: number,
  { status, search, days }: PartnerFilter,
  request: PageRequest,
): Promise<Page<PartnerFigures>> {
  const { rows } = await pool.query<PartnerRow>(
    `${PARTNERS} where e.program_id = $1 and e.id < $2 and ($4::text is null or e.status = $4)
        and ($5::text is null or position(lower($5) in lower(p.name)) > 0 or position(lower($5) in lower(p.email)) > 0)
      order by e.id desc limit $3`,
    [programId, ...positionOf(request, 1), request.limit + 1, status, search],
  );
  const page = toPage(rows, request, (row) => [row.enrollment_id], itemFromRow);
  const ids = page.data.map(({ id }) => id);
  const figures = await readPartnerFigures(pool, programId, ids, days);
  return { ...page, data: page.data.map((item) => ({ ...item, totals: [...(figures.get(item.id) ?? [])] })) };
}

/** How many partners of a program there are in each status. */
export async function countPartners(pool: Pool, programId: number): Promise<PartnerCounts> {
  const { rows } = await pool.query<{ status: PartnerItem['status']; partners: number }>(
    'select status, count(*)::integer as partners from enrollments where program_id = $1 group by status',
    [programId],
  );
  const counts = Object.fromEntries(rows.map(({ status, partners }) => [status, partners]));
  return { pending: 0, approved: 0, rejected: 0, suspended: 0, ...counts };
}

/** A partner of a program; null when there is none. */
export async function findPartner(
  db: Pool | ClientBase,
  programId: number,
  partnerId: number,
): Promise<PartnerItem | null> {
  const { rows } = await db.query<PartnerRow>(`${PARTNERS} where e.program_id = $1 and e.partner_id = $2`, [
    programId,
    partnerId,
  ]);
  const row = rows[0];
  return row === undefined ? null : itemFromRow(row);
}

function itemFromRow({ rule, joined_at, ...row }: PartnerRow): PartnerItem {
  return { ...row, commission: rule && termsOf(rule), joined_at: joined_at.toISOString() };
}
