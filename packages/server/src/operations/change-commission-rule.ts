import type { CommissionRule } from '@svc/core';
import type { Pool } from 'pg';
import { withTransaction } from '../database/transaction.js';
import { writeAuditEntries } from './audit/change.js';
import { serviceOrigin } from './audit/service-origin.js';
import { addRuleVersion, lockRules, type RuleTerms } from './rules/add-rule-version.js';
import { findRule } from './rules/list-rules.js';
import { markRulesInForce } from './rules/mark-rules-in-force.js';

interface NewTerms {
  readonly programId: number;
  readonly enrollmentId: number | null;
  readonly terms: RuleTerms;
}

/**
 * Adds the next version of a program's rule, or of one partner's own in it (`enrollmentId`). Sales from now on earn by
 * it; commissions keep the version they were computed with. Two changes at once get different versions. Null when the
 * program, or the relationship in this program, does not exist. Contract section 3.
 */
export async function changeCommissionRule(pool: Pool, input: NewTerms): Promise<CommissionRule | null> {
  const { programId, enrollmentId } = input;
  const changed = await withTransaction(pool, async (client) => {
    await lockRules(client, programId);
    const before = await findRule(client, { programId, enrollmentId });
    const rule = await addRuleVersion(client, input);
    const after = rule && (await findRule(client, { programId, enrollmentId }));
    if (after === null) return rule;
    const action = after.partner_id === null ? 'rule.change' : 'partner.rule.change';
    const entry = {
      on: after.partner_id === null ? 'program' : 'partner',
      id: after.partner_id ?? programId,
    };
    const origin = await serviceOrigin(client, action, programId);
    await writeAuditEntries(client, origin, [{ ...entry, before, after }]);
    return rule;
  });
  await markRulesInForce(pool, programId);
  return changed;
}
