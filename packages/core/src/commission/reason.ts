import type { ClausePay, CommissionRule } from './rule.js';

/** A part of a sale, and what one clause made of it. */
export interface CommissionPart {
  /** null: the whole sale, or the rest that is in no item. */
  readonly product: string | null;
  /** Of the sale, tax included. */
  readonly amountCents: number;
  /** Counted from 1; null: no clause held, and `otherwise` counts. */
  readonly clause: number | null;
  /** null: nothing, because there is no `otherwise`. */
  readonly pay: ClausePay | null;
  /** The amount without its share of the tax, rounded. */
  readonly baseCents: number;
  /** What it earns. */
  readonly cents: number;
  /** `max_cents`: the share was more than that. `currency`: a flat amount beside shares in another currency, which pays nothing. */
  readonly limitedBy: 'max_cents' | 'currency' | null;
}

/** The facts and the arithmetic a commission was computed from, kept for as long as the commission is. */
export interface CommissionReason {
  readonly ruleId: number;
  readonly ruleVersion: number;
  readonly ruleScope: 'program' | 'partner';
  readonly type: CommissionRule['type'];
  readonly basisPoints: number | null;
  readonly flatCents: number | null;
  readonly durationMonths: number | null;
  /** Of a rule of clauses only, as is `partnerCustomers`, where it asks for their number. */
  readonly parts?: readonly CommissionPart[];
  readonly partnerCustomers?: number;
  /** Of a rule with a limit only: the limit, and what was left of it. */
  readonly maxTotalCents?: number;
  readonly customerLeftCents?: number;
  readonly saleCents: number;
  readonly taxCents: number;
  readonly baseCents: number;
  readonly firstSaleId: number;
  readonly firstSaleAtMs: number;
  readonly holdDays: number;
  readonly customerId: number;
  readonly clickId: string | null;
  readonly linkId: number | null;
  /** Commissions from before codes were kept here have none. */
  readonly codeId?: number | null;
  readonly partnerId: number;
}

/** The facts that the reward of a lead was computed from. */
export interface LeadRewardReason {
  readonly type: 'lead';
  readonly rewardCents: number;
  readonly holdDays: number;
  readonly customerId: number;
  readonly clickId: string | null;
  readonly linkId: number | null;
  readonly codeId: number | null;
  readonly partnerId: number;
}
