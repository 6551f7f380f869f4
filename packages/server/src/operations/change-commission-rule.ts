import type { CommissionRule } from '@svc/core';
import type { Pool } from 'pg';
import { withTransaction } from '../database/transaction.js';
import { addRuleVersion, type RuleTerms } from './rules/add-rule-version.js';

/**
 * Adds the next version of a program's rule, or of one partner's own in it (`enrollmentId`). Sales from now on earn by
 * it; commissions keep the version they were computed with. Two changes at once get different versions. Null when the
 * program, or the relationship in this program, does not exist. Contract section 3.
 */
export async function changeCommissionRule(
  pool: Pool,
  input: { readonly programId: number; readonly enrollmentId: number | null; readonly terms: RuleTerms },
): Promise<CommissionRule | null> {
  return withTransaction(pool, (client) => addRuleVersion(client, input));
}
