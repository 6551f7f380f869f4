import type { CommissionRuleTerms, RuleInput, RuleScope } from '@svc/contract';

/** What a version of a rule says, from a row of commission_rules, without its other columns. */
export function ruleTermsOf(rule: CommissionRuleTerms): CommissionRuleTerms {
  const { version, type, basis_points, amount_cents, duration_months, max_total_cents, clauses, otherwise } =
    rule;
  return { version, type, basis_points, amount_cents, duration_months, max_total_cents, clauses, otherwise };
}

/** What a rule says as it was sent; `version`: how often it was set. */
export function termsOfInput(input: RuleInput, version: number): CommissionRuleTerms {
  return {
    version,
    type: input.type,
    basis_points: input.type === 'percent' ? input.basis_points : null,
    amount_cents: input.type === 'flat' ? input.amount_cents : null,
    duration_months: input.duration_months ?? null,
    max_total_cents: input.max_total_cents ?? null,
    clauses: input.type === 'clauses' ? input.clauses : null,
    otherwise: input.type === 'clauses' ? (input.otherwise ?? null) : null,
  };
}

/** Whose rule a version is. */
export function ruleScopeOf(rule: {
  readonly enrollment_id: number | null;
  readonly group_id: number | null;
}): RuleScope {
  if (rule.enrollment_id === null) return 'program';
  return rule.group_id === null ? 'partner' : 'group';
}
