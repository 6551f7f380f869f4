import type { ClauseInput, RuleInput } from '@svc/contract';
import { RefusedError } from '../../operations/refused-error.js';
import type { RuleTerms } from './add-rule-version.js';

/** A rule as it was sent, as the rules of money know it. Refused when no sale can ever be in the months of a clause. */
export function termsFromInput(input: RuleInput): RuleTerms {
  const durationMonths = input.duration_months ?? null;
  const maxTotalCents = input.max_total_cents ?? null;
  switch (input.type) {
    case 'percent':
      return { type: 'percent', basisPoints: input.basis_points, durationMonths, maxTotalCents };
    case 'flat':
      return { type: 'flat', amountCents: input.amount_cents, durationMonths, maxTotalCents };
    case 'clauses': {
      const { clauses, otherwise = null } = input;
      if (!clauses.every(hasMonths)) throw new RefusedError('field_invalid', 'commission');
      return { type: 'clauses', clauses, otherwise, durationMonths, maxTotalCents };
    }
  }
}

/**
 * A rule as a group keeps it: what its type has, and nothing else that was sent, so that a check can compare it with the versions made from it.
 * Refused as `termsFromInput` refuses.
 */
export function plainRule(input: RuleInput): RuleInput {
  const {
    durationMonths: duration_months,
    maxTotalCents: max_total_cents = null,
    ...terms
  } = termsFromInput(input);
  const limits = { duration_months, max_total_cents };
  switch (terms.type) {
    case 'percent':
      return { type: 'percent', basis_points: terms.basisPoints, ...limits };
    case 'flat':
      return { type: 'flat', amount_cents: terms.amountCents, ...limits };
    case 'clauses':
      return { type: 'clauses', clauses: [...terms.clauses], otherwise: terms.otherwise, ...limits };
  }
}

/** Whether some month is in the months of a clause. */
export function hasMonths({ when: { from_month: from = 0, to_month: to } }: ClauseInput): boolean {
  return to === undefined || from < to;
}
