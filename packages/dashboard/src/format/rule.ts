import { formatMoney } from './money.js';
import { formatBasisPoints, plural } from './number.js';

/** What of a commission rule can be said in a sentence. */
export interface RuleTerms {
  /** `program`: the rule of the program counts, for a partner who had one of their own. */
  readonly type: 'percent' | 'flat' | 'program';
  readonly basis_points: number | null;
  /** In the smallest unit of the program's currency. */
  readonly amount_cents: number | null;
  /** null: every sale; 0: the customer's first only; n: for n months from the first. */
  readonly duration_months: number | null;
}

/** For which sales of a customer a rule pays. */
export function formatDuration(months: number | null): string {
  if (months === null) return 'of every sale';
  if (months === 0) return "of a customer's first sale";
  return `of every sale in a customer's first ${plural(months, 'month')}`;
}

/** A commission rule in words: "20% of every sale in a customer's first 12 months". */
export function formatRule(rule: RuleTerms, currency: string): string {
  if (rule.type === 'program') return "The program's rule";
  const share =
    rule.type === 'percent'
      ? formatBasisPoints(rule.basis_points ?? 0)
      : formatMoney(rule.amount_cents ?? 0, currency);
  const duration = formatDuration(rule.duration_months);
  return `${share} ${rule.type === 'flat' ? duration.replace(/^of/, 'for') : duration}`;
}
