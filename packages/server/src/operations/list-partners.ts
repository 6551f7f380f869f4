import type { CommissionRuleTerms, PartnerItem } from '@svc/contract';
import type { Pool } from 'pg';
import { type Page, type PageRequest, positionOf, toPage } from './keyset.js';
import { termsOf } from './program-summary.js';

interface PartnerRow {
  readonly id: number;
  readonly enrollment_id: number;
  readonly name: string;
  readonly email: string;
  readonly status: PartnerItem['status'];
  readonly joined_at: Date;
  readonly rule: CommissionRuleTerms | null;
}

/**
 * The partners of a program, the last one to join first. `commission` is the partner's own rule in force; null where
 * the program's counts.
 */
export async function listPartners(
  pool: Pool,
  programId: number,
  request: PageRequest,
): Promise<Page<PartnerItem>> {
  const { rows } = await pool.query<PartnerRow>(
    `select p.id, e.id as enrollment_id, p.name, p.email, e.status, e.created_at as joined_at, to_jsonb(r) as rule
       from enrollments e
       join partners p on p.id = e.partner_id
       left join lateral (select * from commission_rules
                           where program_id = e.program_id and coalesce(enrollment_id, 0) = e.id
                           order by version desc limit 1) r on true
      where e.program_id = $1 and e.id < $2 order by e.id desc limit $3`,
    [programId, ...positionOf(request, 1), request.limit + 1],
  );
  return toPage(rows, request, (row) => [row.enrollment_id], itemFromRow);
}

function itemFromRow({ rule, joined_at, ...row }: PartnerRow): PartnerItem {
  return { ...row, commission: rule && termsOf(rule), joined_at: joined_at.toISOString() };
}
