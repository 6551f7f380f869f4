import { codesOfSale } from '../commission/clauses.js';
import { calculateCommission } from '../commission/commission.js';
import type { CommissionRule } from '../commission/rule.js';
import { earningsIndex, type Facts, indexCustomer } from '../facts.js';
import type { Customer, Sale } from '../model.js';
import type { RecordedEarning } from './history.js';

/** What something earns before refunds. */
export type Earned = Omit<RecordedEarning, 'leftCents'>;

interface SaleByHand {
  /** As it is stored, with what the rule asks of its partner. */
  readonly sale: Sale;
  readonly rule: CommissionRule | null;
  /** What the customer could still earn the partner, where the rule is the one that it was recorded with. */
  readonly leftCents: number | null;
  readonly customer: Customer;
  readonly facts: Facts;
}

/** What a sale earns the partner to whom a person gave it, and whether it is its customer's first; the facts go forward. */
export function replayByHand({ sale, rule, leftCents, customer, facts }: SaleByHand): {
  readonly earned: Earned | null;
  readonly isFirst: boolean;
} {
  const isFirst = customer.firstSaleId === null;
  if (isFirst) {
    const { id: firstSaleId, occurredAtMs: firstSaleAtMs } = sale;
    indexCustomer(facts, { ...customer, status: 'customer', firstSaleId, firstSaleAtMs });
  }
  const firstSale = {
    id: customer.firstSaleId ?? sale.id,
    atMs: customer.firstSaleAtMs ?? sale.occurredAtMs,
  };
  const creditCode = sale.creditCodeId === null ? null : (facts.codeNames.get(sale.creditCodeId) ?? null);
  const codes = codesOfSale(sale, creditCode);
  const programCurrency = sale.programCurrency ?? sale.currency;
  const calculate = (customerLeftCents: number | null) =>
    calculateCommission({ sale: { ...sale, customerLeftCents }, codes, rule, programCurrency, firstSale });
  const { enrollmentId, partnerId } = sale;
  const whole = calculate(null);
  if (!whole.due) return { earned: null, isFirst };
  const index = earningsIndex(customer.id, enrollmentId, whole.currency);
  const before = facts.customerEarnings.get(index) ?? 0;
  const limit = rule?.maxTotalCents ?? null;
  const calculation = limit === null ? whole : calculate(leftCents ?? Math.max(0, limit - before));
  if (!calculation.due) return { earned: null, isFirst };
  const { amountCents: originalCents, currency } = calculation;
  facts.customerEarnings.set(index, before + originalCents);
  return { earned: { enrollmentId, partnerId, currency, originalCents }, isFirst };
}
