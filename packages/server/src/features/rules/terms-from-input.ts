import type { RuleInput } from '@svc/contract';
import type { RuleTerms } from './add-rule-version.js';

/** A rule as it was sent, as the rules of money know it. */
export function termsFromInput(input: RuleInput): RuleTerms {
  const durationMonths = input.duration_months ?? null;
  return input.type === 'percent'
    ? { type: 'percent', basisPoints: input.basis_points, durationMonths }
    : { type: 'flat', amountCents: input.amount_cents, durationMonths };
}
