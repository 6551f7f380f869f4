import type { ClauseInput, ClausePayInput } from '@svc/contract';
import type { ClausePay, CommissionRule, RuleClause } from '@svc/core';

/** The columns of a row of commission_rules that say what it pays. */
export interface RuleColumns {
  readonly id: number;
  readonly enrollment_id: number | null;
  readonly version: number;
  readonly type: CommissionRule['type'];
  readonly basis_points: number | null;
  readonly amount_cents: number | null;
  readonly duration_months: number | null;
  readonly max_total_cents: number | null;
  readonly clauses: ClauseInput[] | null;
  readonly otherwise: ClausePayInput | null;
}

/** `RuleColumns` from a left join, all null if it found no row. Type `program`: the partner's own rule was removed. */
export type JoinedRuleColumns = {
  readonly [Column in keyof RuleColumns]:
    | RuleColumns[Column]
    | (Column extends 'type' ? 'program' : never)
    | null;
};

/** SQL: `RuleColumns` of the joined table `r`. */
export const RULE_COLUMNS =
  'r.id, r.enrollment_id, r.version, r.type, r.basis_points, r.amount_cents, r.duration_months, r.max_total_cents, r.clauses, r.otherwise';

/** A version of a rule as core knows it. */
export function ruleFromRow(row: RuleColumns): CommissionRule {
  return {
    id: row.id,
    version: row.version,
    scope: row.enrollment_id === null ? 'program' : 'partner',
    type: row.type,
    basisPoints: row.basis_points,
    amountCents: row.amount_cents,
    clauses: row.clauses && {
      list: row.clauses.map(clauseOf),
      otherwise: row.otherwise && payOf(row.otherwise),
    },
    durationMonths: row.duration_months,
    maxTotalCents: row.max_total_cents,
  };
}

function clauseOf({ when, pay }: ClauseInput): RuleClause {
  return {
    when: {
      products: when.products ?? null,
      sale: when.sale ?? null,
      codes: when.codes ?? null,
      fromMonth: when.from_month ?? null,
      toMonth: when.to_month ?? null,
      minAmountCents: when.min_amount_cents ?? null,
      minCustomers: when.min_customers ?? null,
    },
    pay: payOf(pay),
  };
}

function payOf(pay: ClausePayInput): ClausePay {
  switch (pay.type) {
    case 'percent':
      return { type: 'percent', basisPoints: pay.basis_points, maxCents: pay.max_cents ?? null };
    case 'flat':
      return { type: 'flat', amountCents: pay.amount_cents };
    case 'none':
      return { type: 'none' };
  }
}

/** The version of a rule that a left join found; null: none that counts. */
export function ruleFromJoin(row: JoinedRuleColumns): CommissionRule | null {
  return row.id === null || row.type === 'program' ? null : ruleFromRow(row as RuleColumns);
}
