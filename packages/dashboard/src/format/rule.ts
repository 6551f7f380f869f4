import { texts } from '../texts/format.js';
import { formatMoney } from './money.js';
import { formatBasisPoints } from './number.js';

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

/** A commission rule in words: "20% of every sale in a customer’s first 12 months". */
export function formatRule(rule: RuleTerms, currency: string): string {
  if (rule.type === 'program') return texts.theProgramsRate;
  const share =
    rule.type === 'percent'
      ? formatBasisPoints(rule.basis_points ?? 0)
      : formatMoney(rule.amount_cents ?? 0, currency);
  const { everySale, firstSale, firstMonths } = texts.rules[rule.type];
  if (rule.duration_months === null) return everySale(share);
  return rule.duration_months === 0 ? firstSale(share) : firstMonths(share, rule.duration_months);
}
