import { randomId } from '@mantine/hooks';
import type { Input } from '../api/client.js';
import { parsePercent, percentToType } from '../format/number.js';
import type { RuleTerms } from '../format/rule.js';
import { texts } from '../texts/rules.js';

/** What a clause pays, as it is being typed. */
export interface PayValues {
  type: 'percent' | 'flat' | 'none';
  percent: string;
  /** Amounts are in the smallest unit of the program's currency. */
  amountCents: number | null;
  /** null: no limit. */
  maxCents: number | null;
}

/** In the order in which they are offered. */
export const CONDITIONS = ['products', 'sale', 'codes', 'months', 'minAmount', 'minCustomers'] as const;
export type Condition = (typeof CONDITIONS)[number];

/** A clause as it is being typed; only the values of its conditions count. */
export interface ClauseValues {
  /** For React, while clauses move. */
  id: string;
  conditions: Condition[];
  products: string[];
  sale: 'first' | 'renewal';
  codes: string[];
  /** The first month is 1. */
  fromMonth: number | string;
  /** Included; empty: no end. */
  toMonth: number | string;
  minAmountCents: number | null;
  minCustomers: number | string;
  pay: PayValues;
}

/** A commission rule as it is being typed. */
export interface RuleValues {
  type: 'percent' | 'flat' | 'clauses';
  percent: string;
  amountCents: number | null;
  clauses: ClauseValues[];
  otherwise: PayValues;
  lasts: 'always' | 'first' | 'months';
  months: number | string;
  /** null: no limit. */
  maxTotalCents: number | null;
}

/** A rule as the service takes it. */
export type RuleInput = Input<'/api/programs/{programId}/rules', 'post'>['body']['commission'];
type ClausesInput = Extract<RuleInput, { readonly type: 'clauses' }>;
type ClauseInput = ClausesInput['clauses'][number];
type PayInput = ClauseInput['pay'];

/** What the fields say for a rule; 20 % of every sale where there is none. */
export function ruleValuesOf(rule: RuleTerms | null): RuleValues {
  const months = rule?.duration_months ?? null;
  return {
    type: rule?.type === 'flat' || rule?.type === 'clauses' ? rule.type : 'percent',
    percent: percentToType(rule?.basis_points ?? 2000),
    amountCents: rule?.amount_cents ?? null,
    clauses: rule?.clauses ? rule.clauses.map(clauseValuesOf) : [newClause()],
    otherwise: payValuesOf(rule?.type === 'clauses' ? (rule.otherwise ?? { type: 'none' }) : null),
    lasts: months === null ? 'always' : months === 0 ? 'first' : 'months',
    months: months === null || months === 0 ? 12 : months,
    maxTotalCents: rule?.max_total_cents ?? null,
  };
}

/** A clause about products, which most rules of clauses are about. */
export function newClause(): ClauseValues {
  return {
    ...clauseValuesOf({ when: {}, pay: { type: 'percent', basis_points: 2000 } }),
    conditions: ['products'],
  };
}

function clauseValuesOf({ when, pay }: ClauseInput): ClauseValues {
  const { from_month: from, to_month: to } = when;
  const given: Record<Condition, boolean> = {
    products: when.products !== undefined,
    sale: when.sale !== undefined,
    codes: when.codes !== undefined,
    months: from !== undefined || to !== undefined,
    minAmount: when.min_amount_cents !== undefined,
    minCustomers: when.min_customers !== undefined,
  };
  return {
    id: randomId(),
    conditions: CONDITIONS.filter((condition) => given[condition]),
    products: when.products ?? [],
    sale: when.sale ?? 'first',
    codes: when.codes ?? [],
    fromMonth: (from ?? 0) + 1,
    toMonth: to ?? '',
    minAmountCents: when.min_amount_cents ?? null,
    minCustomers: when.min_customers ?? '',
    pay: payValuesOf(pay),
  };
}

function payValuesOf(pay: PayInput | null): PayValues {
  return {
    type: pay?.type ?? 'percent',
    percent: percentToType(pay?.type === 'percent' ? pay.basis_points : 1000),
    amountCents: pay?.type === 'flat' ? pay.amount_cents : null,
    maxCents: (pay?.type === 'percent' ? pay.max_cents : null) ?? null,
  };
}

/** The rule that the fields say; null while something is missing. */
export function ruleOf(values: RuleValues): RuleInput | null {
  const { type, percent, amountCents, lasts, months, maxTotalCents } = values;
  if (lasts === 'months' && (typeof months !== 'number' || months < 1)) return null;
  const limits = {
    duration_months: lasts === 'always' ? null : lasts === 'first' ? 0 : Number(months),
    max_total_cents: maxTotalCents,
  };
  if (type === 'clauses') return clausesOf(values, limits);
  if (type === 'flat') return amountCents === null ? null : { type, amount_cents: amountCents, ...limits };
  const basis_points = parsePercent(percent);
  return basis_points === null ? null : { type, basis_points, ...limits };
}

function clausesOf(
  { clauses, otherwise }: RuleValues,
  limits: Pick<ClausesInput, 'duration_months' | 'max_total_cents'>,
): RuleInput | null {
  if (clauses.some((clause) => clauseFault(clause) !== null) || payFault(otherwise) !== null) return null;
  return { type: 'clauses', clauses: clauses.map(clauseOf), otherwise: payOf(otherwise), ...limits };
}

/** Of a clause without fault. */
function clauseOf({ conditions, pay, ...values }: ClauseValues): ClauseInput {
  const has = (condition: Condition) => conditions.includes(condition);
  return {
    when: {
      ...(has('products') && { products: values.products }),
      ...(has('sale') && { sale: values.sale }),
      ...(has('codes') && { codes: values.codes }),
      ...(has('months') && { from_month: Number(values.fromMonth) - 1 }),
      ...(has('months') && values.toMonth !== '' && { to_month: Number(values.toMonth) }),
      ...(has('minAmount') && { min_amount_cents: values.minAmountCents ?? 0 }),
      ...(has('minCustomers') && { min_customers: Number(values.minCustomers) }),
    },
    pay: payOf(pay),
  };
}

function payOf({ type, percent, amountCents, maxCents }: PayValues): PayInput {
  if (type === 'none') return { type };
  if (type === 'flat') return { type, amount_cents: amountCents ?? 0 };
  return {
    type,
    basis_points: parsePercent(percent) ?? 0,
    ...(maxCents !== null && { max_cents: maxCents }),
  };
}

/** What is missing in a clause; null: nothing. */
export function clauseFault({ conditions, pay, ...values }: ClauseValues): string | null {
  const has = (condition: Condition) => conditions.includes(condition);
  if (has('products') && values.products.length === 0) return texts.enterAProduct;
  if (has('codes') && values.codes.length === 0) return texts.enterACode;
  if (has('months') && !(Number(values.fromMonth) >= 1)) return texts.enterTheFirstMonth;
  if (has('months') && values.toMonth !== '' && Number(values.toMonth) < Number(values.fromMonth))
    return texts.endBeforeStart;
  if (has('minAmount') && values.minAmountCents === null) return texts.enterAnAmount;
  if (has('minCustomers') && values.minCustomers === '') return texts.enterANumberOfCustomers;
  return payFault(pay);
}

function payFault({ type, percent, amountCents }: PayValues): string | null {
  if (type === 'percent' && parsePercent(percent) === null) return texts.enterANumberFrom0;
  return type === 'flat' && amountCents === null ? texts.enterAnAmount : null;
}

/** For `validate` of a form of nothing but a rule, or always with one: see `ruleFaults`. */
export const RULE_CHECKS = {
  percent: (percent: string, { type }: RuleValues) =>
    type === 'percent' && parsePercent(percent) === null ? texts.enterANumberFrom0 : null,
  amountCents: (amountCents: number | null, { type }: RuleValues) =>
    type === 'flat' && amountCents === null ? texts.enterAnAmount : null,
  // Mantine takes a function for an array of objects as the check of the whole array.
  clauses: (clauses: ClauseValues[], { type }: RuleValues) =>
    type === 'clauses' && clauses.some((clause) => clauseFault(clause) !== null)
      ? texts.completeTheClauses
      : null,
  otherwise: (otherwise: PayValues, { type }: RuleValues) =>
    type === 'clauses' ? payFault(otherwise) : null,
  months: (months: number | string, { lasts }: RuleValues) =>
    lasts === 'months' && !(Number(months) >= 1) ? texts.enterANumberOfMonths : null,
};

/** What is missing in a rule, by field of the form, for forms that have one only sometimes. */
export function ruleFaults(values: RuleValues): Record<keyof typeof RULE_CHECKS, string | null> {
  return {
    percent: RULE_CHECKS.percent(values.percent, values),
    amountCents: RULE_CHECKS.amountCents(values.amountCents, values),
    clauses: RULE_CHECKS.clauses(values.clauses, values),
    otherwise: RULE_CHECKS.otherwise(values.otherwise, values),
    months: RULE_CHECKS.months(values.months, values),
  };
}
