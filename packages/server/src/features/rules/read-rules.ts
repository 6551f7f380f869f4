import type { CommissionRule } from '@svc/core';
import type { ClientBase, Pool } from 'pg';

/** A row of the table commission_rules. */
export interface RuleRow {
  readonly id: number;
  readonly program_id: number;
  readonly enrollment_id: number | null;
  readonly version: number;
  readonly type: CommissionRule['type'];
  readonly basis_points: number | null;
  readonly amount_cents: number | null;
  readonly duration_months: number | null;
}

/** A rule version as the rules of money know it. */
export function ruleFromRow(row: RuleRow): CommissionRule {
  return {
    id: row.id,
    version: row.version,
    scope: row.enrollment_id === null ? 'program' : 'partner',
    type: row.type,
    basisPoints: row.basis_points,
    amountCents: row.amount_cents,
    durationMonths: row.duration_months,
  };
}

/** The rule versions with these ids, as rows by id. */
export async function readRules(
  client: ClientBase | Pool,
  ids: ReadonlySet<number>,
): Promise<Map<number, RuleRow>> {
  if (ids.size === 0) return new Map();
  const { rows } = await client.query<RuleRow>(
    'select * from commission_rules where id = any($1::bigint[])',
    [[...ids]],
  );
  return new Map(rows.map((row) => [row.id, row]));
}
