import type { RuleItem } from '@svc/contract';
import { RulePage, RuleQuery } from '@svc/contract';
import type { ClientBase, Pool } from 'pg';
import { defineList } from '../../operations/define-operation.js';
import { loadPage, type Page, type PageRequest, type SortColumns } from '../../operations/keyset.js';
import { optionalNumber } from '../../operations/optional-number.js';

/** A version of a rule, with the partner whose rule it is. */
export type RuleItemRow = Omit<RuleItem, 'created_at'> & { readonly created_at: Date };

const RULES = `select r.*, e.partner_id from commission_rules r left join enrollments e on e.id = r.enrollment_id`;

/** The versions of a program's rule, or of one partner's own in it, newest first. */
export async function loadRules(
  pool: Pool,
  owner: { readonly programId: number; readonly partnerId: number | null },
  request: PageRequest,
): Promise<Page<RuleItem>> {
  const rows = {
    select: RULES,
    where: `r.program_id = $1
        and coalesce(r.enrollment_id, 0) = coalesce((select x.id from enrollments x
                                                      where x.program_id = $1 and x.partner_id = $2::bigint),
                                                    case when $2::bigint is null then 0 else -1 end)`,
    values: [owner.programId, owner.partnerId],
    id: 'r.id',
    sorts: SORTS,
  };
  return loadPage<RuleItemRow, RuleItem>(pool, request, rows, ruleItemFromRow);
}

const SORTS: SortColumns = { version: { sql: 'r.version', type: 'number' } };

/** The version in force; null where there is none. */
export async function findRule(
  client: ClientBase,
  owner: { readonly programId: number; readonly enrollmentId: number | null },
): Promise<RuleItem | null> {
  const { rows } = await client.query<RuleItemRow>(
    `${RULES} where r.program_id = $1 and coalesce(r.enrollment_id, 0) = coalesce($2::bigint, 0)
      order by r.version desc limit 1`,
    [owner.programId, owner.enrollmentId],
  );
  const row = rows[0];
  return row === undefined ? null : ruleItemFromRow(row);
}

/**
 * The newest version that somebody set for this owner; null where there is none. Versions that came from a partner's group are left out, and so
 * are those that ended them.
 */
export async function findRuleSet(
  client: ClientBase,
  owner: { readonly programId: number; readonly enrollmentId: number | null },
): Promise<RuleItem | null> {
  const { rows } = await client.query<RuleItemRow>(
    `select r.*, e.partner_id
       from (select x.*, lag(x.group_id) over (order by x.version) as group_before from commission_rules x
              where x.program_id = $1 and coalesce(x.enrollment_id, 0) = coalesce($2::bigint, 0)) r
       left join enrollments e on e.id = r.enrollment_id
      where r.group_id is null and not (r.type = 'program' and r.group_before is not null)
      order by r.version desc limit 1`,
    [owner.programId, owner.enrollmentId],
  );
  const row = rows[0];
  return row === undefined ? null : ruleItemFromRow(row);
}

/** A version as it is shown. */
export function ruleItemFromRow(row: RuleItemRow): RuleItem {
  return {
    id: row.id,
    partner_id: row.partner_id,
    group_id: row.group_id,
    version: row.version,
    type: row.type,
    basis_points: row.basis_points,
    amount_cents: row.amount_cents,
    duration_months: row.duration_months,
    max_total_cents: row.max_total_cents,
    clauses: row.clauses,
    otherwise: row.otherwise,
    created_at: row.created_at.toISOString(),
  };
}

export const listRules = defineList({
  name: 'listRules',
  route: 'GET /api/programs/:programId/rules',
  permission: 'program:read',
  summary: 'Versions of the commission rule of a program, or of one partner in it',
  input: RuleQuery,
  output: RulePage,
  sorts: SORTS,
  search: null,
  run: ({ pool, scope, input }, page) =>
    loadRules(pool, { programId: scope.programId, partnerId: optionalNumber(input.partner_id) }, page),
});
