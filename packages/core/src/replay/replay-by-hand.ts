import { codesOfSale } from '../commission/clauses.js';
import { calculateCommission, leftAfter } from '../commission/commission.js';
import { decideEarning } from '../commission/customer-limit.js';
import type { CommissionRule } from '../commission/rule.js';
import { earningsIndex, type Facts, indexCustomer } from '../facts.js';
import type { Customer, Sale } from '../model.js';
import type { RecordedEarning, RecordedSale, StoredEarning } from './history.js';

/** What something earns before refunds. */
export type Earned = Omit<RecordedEarning, 'leftCents'>;

/** Returns the amount that an assignment left of what was recorded, or null. */
function cappedOf(recorded: StoredEarning | null, originalCents: number): number | null {
  if (recorded === null || recorded.cappedCents === null) return null;
  return Math.min(recorded.cappedCents, originalCents);
}

interface SaleByHand {
  /** As it is stored, with what the rule asks of its partner. */
  readonly sale: Sale;
  readonly rule: CommissionRule | null;
  /** What the customer could still earn the partner, where the rule is the one that it was recorded with. */
  readonly leftCents: number | null;
  readonly customer: Customer;
  /** When the customer's earliest sale was made, as it was known when the sale was decided; null: not recorded. */
  readonly firstSaleAtMs: number | null;
  readonly recorded: StoredEarning | null;
  readonly facts: Facts;
}

/** What a sale earns the partner to whom a person gave it, and whether it is its customer's first; the facts go forward. */
export function replayByHand(given: SaleByHand): {
  readonly earned: Earned | null;
  readonly isFirst: boolean;
} {
  const { sale, rule, leftCents, customer, firstSaleAtMs, recorded, facts } = given;
  const isFirst = customer.firstSaleId === null;
  const id = customer.firstSaleId ?? sale.id;
  const atMs = Math.min(customer.firstSaleAtMs ?? sale.occurredAtMs, sale.occurredAtMs);
  if (isFirst || atMs !== customer.firstSaleAtMs)
    indexCustomer(facts, { ...customer, status: 'customer', firstSaleId: id, firstSaleAtMs: atMs });
  const firstSale = { id, atMs: firstSaleAtMs ?? atMs };
  const creditCode = sale.creditCodeId === null ? null : (facts.codeNames.get(sale.creditCodeId) ?? null);
  const codes = codesOfSale(sale, creditCode);
  const programCurrency = sale.programCurrency ?? sale.currency;
  const { enrollmentId, partnerId } = sale;
  const open = { ...sale, customerId: customer.id, customerLeftCents: leftCents };
  const basis = { sale: open, codes, rule, programCurrency, firstSale };
  const calculation =
    leftCents === null ? decideEarning(basis, facts.customerEarnings) : calculateCommission(basis);
  if (!calculation.due) return { earned: null, isFirst };
  const { amountCents: originalCents, currency } = calculation;
  const index = earningsIndex(customer.id, enrollmentId, currency);
  const counted = cappedOf(recorded, originalCents) ?? originalCents;
  facts.customerEarnings.set(index, (facts.customerEarnings.get(index) ?? 0) + counted);
  return { earned: { enrollmentId, partnerId, currency, originalCents }, isFirst };
}

/** Returns the remainder of what a sale earns: nothing where a person rejected what the partner earned on it. */
export function leftOf(
  { enrollmentId, originalCents }: Earned,
  { command, recorded }: RecordedSale,
  refundedCents: number,
): number {
  const isSame = recorded?.enrollmentId === enrollmentId;
  const rejectedAtMs = isSame && recorded.isRejected ? command.atMs : null;
  const cappedCents = isSame ? cappedOf(recorded, originalCents) : null;
  return leftAfter(
    { originalCents, cappedCents, rejectedAtMs },
    { refundedCents, saleCents: command.amountCents },
  );
}
