import type { Pool } from 'pg';
import type { Call } from '../../operations/operation.js';

/**
 * Notes that the rule versions of a program are in force by now, after the transaction that made them has committed: a
 * sale decided from here on must have used them, and `svc-server verify` names one that did not. When this fails, the
 * change itself stands, and verify takes a version to be in force ten minutes after its transaction began.
 */
export async function markRulesInForce(pool: Pool, programId: number): Promise<void> {
  await pool
    .query(
      `update commission_rules set in_force_at = clock_timestamp() where program_id = $1 and in_force_at is null`,
      [programId],
    )
    .catch(() => {});
}

/** For `after` of a change of a rule. */
export async function markNewRule<Rule>(
  { pool, scope }: Call<{ readonly programId: number }>,
  rule: Rule,
): Promise<Rule> {
  await markRulesInForce(pool, scope.programId);
  return rule;
}
