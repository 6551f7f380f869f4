import type { CommissionRule } from '@svc/core';
import { type RuleColumns, ruleFromRow } from '../../ingest/rules.js';
import type { RuleTerms } from './add-rule-version.js';

/** The rule that is being thought of, as if it were a version. */
export function ruleOfTerms(
  terms: RuleTerms,
  { partnerId }: { readonly partnerId: number | null },
): CommissionRule {
  const row: RuleColumns = {
    id: 0,
    enrollment_id: partnerId,
    version: 0,
    type: terms.type,
    basis_points: terms.type === 'percent' ? terms.basisPoints : null,
    amount_cents: terms.type === 'flat' ? terms.amountCents : null,
    duration_months: terms.durationMonths,
    max_total_cents: terms.maxTotalCents ?? null,
    clauses: terms.type === 'clauses' ? [...terms.clauses] : null,
    otherwise: terms.type === 'clauses' ? terms.otherwise : null,
  };
  return ruleFromRow(row);
}
