import type { CommissionRuleTerms } from '@svc/contract';
import { decimalOf } from '@svc/contract/currencies';

/** A commission rule in words. Percentages come in basis points, amounts in the smallest unit of `currency`. */
export function describeCommission(terms: CommissionRuleTerms | null, currency: string): string {
  if (terms === null) return 'none set yet';
  const isPercent = terms.type === 'percent';
  const share = isPercent
    ? `${(terms.basis_points ?? 0) / 100} % of`
    : `${formatAmount(terms.amount_cents ?? 0, currency)} for`;
  return `${share} ${describeDuration(terms.duration_months)}`;
}

function describeDuration(months: number | null): string {
  if (months === null) return 'every sale';
  if (months === 0) return "a customer's first sale";
  return `every sale within ${months} month${months === 1 ? '' : 's'} of a customer's first`;
}

/** Formats an amount in the smallest unit of its currency. */
export function formatAmount(cents: number, currency: string): string {
  return `${decimalOf(cents, currency)} ${currency}`;
}
