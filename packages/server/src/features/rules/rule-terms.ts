import type { CommissionRuleTerms } from '@svc/contract';

/** What a version of a rule says, from a row of commission_rules, without its other columns. */
export function ruleTermsOf(rule: CommissionRuleTerms): CommissionRuleTerms {
  const { version, type, basis_points, amount_cents, duration_months, max_total_cents, clauses, otherwise } =
    rule;
  return { version, type, basis_points, amount_cents, duration_months, max_total_cents, clauses, otherwise };
}
