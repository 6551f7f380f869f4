import { clausesText } from '@svc/contract/rule-text';
import { texts } from '../texts/format.js';
import { formatMoney } from './money.js';
import { formatBasisPoints } from './number.js';

/** What of a commission rule can be said in a sentence. */
export interface RuleTerms {
  /** `program`: the rule of the program counts, for a partner who had one of their own. */
  readonly type: 'percent' | 'flat' | 'clauses' | 'program';
  readonly basis_points: number | null;
  /** In the smallest unit of the program's currency. */
  readonly amount_cents: number | null;
  /** null: every sale; 0: the customer's first only; n: for n months from the first. */
  readonly duration_months: number | null;
  /** The most that one customer earns a partner. Entries of the audit log from before there was a limit do not have it. */
  readonly max_total_cents?: number | null;
  readonly clauses?: Parameters<typeof clausesText>[0]['clauses'] | null;
  readonly otherwise?: Parameters<typeof clausesText>[0]['otherwise'];
}

/** A commission rule in words: "20% of every sale in a customer’s first 12 months". */
export function formatRule(rule: RuleTerms, currency: string): string {
  if (rule.type === 'program') return texts.theProgramsRate;
  const { max_total_cents: most = null } = rule;
  const shape = rule.clauses ? formatClauses(rule, rule.clauses, currency) : formatWhole(rule, currency);
  return most === null ? shape : texts.rules.limited({ rule: shape, amount: formatMoney(most, currency) });
}

/** A commission rule for a column of a table: "20%, 12 months". One with clauses has no short form. */
export function formatRuleShort(rule: RuleTerms, currency: string): string {
  if (rule.type === 'program' || rule.clauses) return formatRule(rule, currency);
  const share = shareOf(rule, currency);
  if (rule.duration_months === null) return share;
  const { firstSale, firstMonths } = texts.rules.short;
  return rule.duration_months === 0
    ? firstSale({ share })
    : firstMonths({ share, months: rule.duration_months });
}

function shareOf(rule: RuleTerms, currency: string): string {
  return rule.type === 'flat'
    ? formatMoney(rule.amount_cents ?? 0, currency)
    : formatBasisPoints(rule.basis_points ?? 0);
}

function formatWhole(rule: RuleTerms, currency: string): string {
  const share = shareOf(rule, currency);
  const { everySale, firstSale, firstMonths } = texts.rules[rule.type === 'flat' ? 'flat' : 'percent'];
  if (rule.duration_months === null) return everySale({ share });
  return rule.duration_months === 0
    ? firstSale({ share })
    : firstMonths({ share, months: rule.duration_months });
}

function formatClauses(
  { otherwise = null, duration_months: months }: RuleTerms,
  clauses: NonNullable<RuleTerms['clauses']>,
  currency: string,
): string {
  const text = clausesText(
    { clauses, otherwise },
    {
      money: (cents) => formatMoney(cents, currency),
      share: (basisPoints) => formatBasisPoints(basisPoints),
    },
  );
  if (months === null) return text;
  return months === 0
    ? texts.rules.clauses.firstSale({ clauses: text })
    : texts.rules.clauses.firstMonths({ clauses: text, months });
}
