import type { CommissionRuleTerms } from '@svc/contract';
import { decimalOf } from '@svc/contract/currencies';
import { clausesText } from '@svc/contract/rule-text';

/** A commission rule in words. Percentages come in basis points, amounts in the smallest unit of `currency`. */
export function describeCommission(terms: CommissionRuleTerms | null, currency: string): string {
  if (terms === null) return 'none set yet';
  return `${describeShape(terms, currency)}${describeLimit(terms, currency)}`;
}

function describeShape(terms: CommissionRuleTerms, currency: string): string {
  const { clauses, otherwise, duration_months: months } = terms;
  if (clauses !== null) {
    const format = {
      money: (cents: number) => formatAmount(cents, currency),
      share: (basisPoints: number) => `${basisPoints / 100} %`,
    };
    const duration = months === null ? '' : `, on ${describeDuration(months)}`;
    return `${clausesText({ clauses, otherwise }, format)}${duration}`;
  }
  const isPercent = terms.type === 'percent';
  const share = isPercent
    ? `${(terms.basis_points ?? 0) / 100} % of`
    : `${formatAmount(terms.amount_cents ?? 0, currency)} for`;
  return `${share} ${describeDuration(months)}`;
}

function describeLimit({ max_total_cents: most }: CommissionRuleTerms, currency: string): string {
  return most === null ? '' : `, at most ${formatAmount(most, currency)} per customer`;
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
