/**
 * One version of a commission rule. `percent` uses basisPoints, `flat` uses amountCents in the program's currency, `clauses`
 * uses clauses.
 */
export interface CommissionRule {
  readonly id: number;
  readonly version: number;
  readonly scope: 'program' | 'partner';
  readonly type: 'percent' | 'flat' | 'clauses';
  readonly basisPoints: number | null;
  readonly amountCents: number | null;
  readonly clauses: RuleClauses | null;
  /** null: every sale; 0: the first sale only; n: sales within n months of the customer's first sale. */
  readonly durationMonths: number | null;
  /** The most that one customer earns a partner; null: no limit. */
  readonly maxTotalCents: number | null;
}

/** The first clause that holds pays; where none does, `otherwise`. null: nothing. Contract 2 section 13. */
export interface RuleClauses {
  readonly list: readonly RuleClause[];
  readonly otherwise: ClausePay | null;
}

export interface RuleClause {
  readonly when: ClauseCondition;
  readonly pay: ClausePay;
}

/** What must hold for a clause to pay: all that is not null. */
export interface ClauseCondition {
  /** Holds for items of these products only, never for a sale or the rest of one. */
  readonly products: readonly string[] | null;
  readonly sale: 'first' | 'renewal' | null;
  readonly codes: readonly string[] | null;
  /** Full months since the customer's first sale; `toMonth` is excluded. */
  readonly fromMonth: number | null;
  readonly toMonth: number | null;
  /** Of the whole sale, tax included, in whatever currency it is. */
  readonly minAmountCents: number | null;
  /** Customers whose first sale was credited to the partner before this sale. */
  readonly minCustomers: number | null;
}

/** What a clause pays: a share, at most `maxCents`; an amount in the program's currency; or nothing. */
export type ClausePay =
  | { readonly type: 'percent'; readonly basisPoints: number; readonly maxCents: number | null }
  | { readonly type: 'flat'; readonly amountCents: number }
  | { readonly type: 'none' };

/** What a part of a sale was paid for. The amount includes its tax. */
export interface LineItem {
  readonly product: string;
  readonly amountCents: number;
}
