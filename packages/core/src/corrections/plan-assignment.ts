import { creditChangeOf } from '../attribution/credit.js';
import { codesOfSale, customersAskedFor } from '../commission/clauses.js';
import {
  type CommissionCalculation,
  calculateCommission,
  earnCommission,
  leftAfter,
  reverseCommission,
  whenRecorded,
} from '../commission/commission.js';
import type { CommissionRule } from '../commission/rule.js';
import type { NewId } from '../decision.js';
import type { TotalsIncrement } from '../facts.js';
import { type CommissionChange, type Movement, postReassign, postReassignBack } from '../ledger/postings.js';
import type {
  Commission,
  CreditChange,
  Customer,
  CustomerCredit,
  Enrollment,
  Program,
  Refund,
  Sale,
  SaleCommission,
} from '../model.js';
import { holdWhileDisputed } from '../refunds/apply-adjustments.js';
import { moveTotals, type Reversal } from './move-totals.js';

/** A sale of the customer, as far as assigning it needs it. */
export interface AssignableSale {
  readonly sale: Sale;
  /** What it has earned whom: at most one commission per partner, of which at most one is not reassigned. */
  readonly commissions: readonly SaleCommission[];
  readonly refunds: readonly Refund[];
  /** What was reversed of these commissions so far, and given back. */
  readonly reversals: readonly Reversal[];
  /** The rule that was in force for the new partner when the sale was recorded. */
  readonly rule: CommissionRule | null;
  /** How many paying customers the new partner had brought when the sale was recorded, as far as their rule asks. */
  readonly partnerCustomers: number;
  /** Its payment is disputed. */
  readonly isDisputed: boolean;
}

/** What the assignment of a customer to a partner is planned from. */
export interface AssignmentInput {
  readonly customer: Customer;
  readonly program: Program;
  /** The approved relationship of the partner with the program. */
  readonly enrollment: Enrollment;
  /** How credit for the customer has moved so far, in order. */
  readonly changes: readonly CreditChange[];
  /** Names, by id, of the codes that are or were behind the customer's credit. */
  readonly codeNames: ReadonlyMap<number, string>;
  /** The sales that are assigned with the customer: all of theirs, or none. */
  readonly sales: readonly AssignableSale[];
  readonly movesSales: boolean;
  /** What the person writes who assigns the customer, and who it is. */
  readonly note: string;
  readonly by: string;
  readonly atMs: number;
  /** Gives at most five ids per sale. */
  readonly newId: NewId;
}

/** What a sale that is assigned takes from one partner and gives another, in one currency. */
export interface SaleReassignment {
  readonly saleId: number;
  readonly fromPartnerId: number;
  readonly toPartnerId: number;
  readonly currency: string;
  readonly reversedCents: number;
  readonly earnedCents: number;
}

/** All that an assignment changes. Rows are given whole, as they are afterwards. */
export interface Assignment {
  readonly customer: Customer;
  /** null: everything is as it was. */
  readonly change: CreditChange | null;
  readonly sales: readonly Sale[];
  readonly newCommissions: readonly Commission[];
  readonly changedCommissions: readonly Commission[];
  readonly movements: readonly Movement[];
  readonly totals: readonly TotalsIncrement[];
  readonly reassignments: readonly SaleReassignment[];
}

/**
 * Assigns a customer to a partner for all later sales, and with the sales given, those too: what they earned is reversed, and
 * the new partner earns on each by what was true when it was recorded. A sale that is assigned back gives its first commission
 * back, so that assigning away and back leaves the books as they were. Contract 2 section 12.
 */
export function planAssignment(input: AssignmentInput): Assignment {
  const { customer: before, enrollment, note, by, movesSales, atMs } = input;
  const isOfPartner = before.enrollmentId === enrollment.id;
  const credited: Customer = isOfPartner
    ? before
    : { ...before, enrollmentId: enrollment.id, partnerId: enrollment.partnerId, linkId: null, codeId: null };
  const earnings = earningsOf(input);
  const moved = input.sales.flatMap((sale) => moveSale(sale, credited, input, earnings) ?? []);
  const isChanged = !isOfPartner || moved.length > 0;
  const customer: Customer = isChanged
    ? { ...credited, creditChanges: before.creditChanges + 1, namedBy: 'server' }
    : before;
  const cause = { reason: 'assigned', saleId: null, note, by, movesSales, occurredAtMs: atMs } as const;
  return {
    customer,
    change: isChanged ? creditChangeOf(before, customer, cause) : null,
    sales: moved.map(({ sale }) => sale),
    newCommissions: moved.flatMap(({ earned }) => (earned?.isNew ? earned.commission : [])),
    changedCommissions: moved.flatMap(({ lost, earned }) => [
      ...(lost === null ? [] : [lost.commission]),
      ...(earned === null || earned.isNew ? [] : [earned.commission]),
    ]),
    movements: moved.flatMap(({ lost, earned }) => [
      ...(lost?.movements ?? []),
      ...(earned?.movements ?? []),
    ]),
    totals: moved.flatMap(({ totals }) => totals),
    reassignments: moved.flatMap(({ reassignments }) => reassignments),
  };
}

interface EarnedChange extends CommissionChange {
  readonly isNew: boolean;
}

interface MovedSale {
  readonly sale: Sale;
  readonly lost: CommissionChange | null;
  readonly earned: EarnedChange | null;
  readonly totals: readonly TotalsIncrement[];
  readonly reassignments: readonly SaleReassignment[];
}

/** Whether a sale is the partner's whose code it carried, and not that of the partner who has the customer. Contract 2 section 11. */
function isOfItsCode({ codeResult, creditCodeId }: Pick<Sale, 'codeResult' | 'creditCodeId'>): boolean {
  return codeResult === 'preferred' && creditCodeId !== null;
}

/** Null: the sale is credited to the partner already, or to the partner of its code, regardless of who has the customer. */
function moveSale(
  assignable: AssignableSale,
  customer: Customer,
  input: AssignmentInput,
  earnings: Earnings,
): MovedSale | null {
  const { sale: before, commissions } = assignable;
  const { enrollment, atMs, newId } = input;
  if (before.enrollmentId === enrollment.id || isOfItsCode(before)) return null;
  const live = commissions.find(({ reassignedAtMs }) => reassignedAtMs === null) ?? null;
  const first = commissions.find(({ enrollmentId }) => enrollmentId === enrollment.id) ?? null;
  const lost = live && postReassign(live, { atMs, newId });
  const { sale, earned } =
    first === null ? earnAnew(assignable, customer, input, earnings) : giveBack(assignable, first, input);
  return {
    sale,
    lost,
    earned,
    totals: before.testMode ? [] : moveTotals(assignable, { sale, lost: live, earned }, customer),
    reassignments: reassignmentsOf(before, sale, live, earned),
  };
}

/** By currency: what the customer has earned the new partner, with all that the assignment gives back and adds. Rules may limit it. */
type Earnings = Map<string, number>;

function earningsOf({ sales, enrollment }: AssignmentInput): Earnings {
  const earnings: Earnings = new Map();
  for (const { commissions } of sales)
    for (const commission of commissions)
      if (commission.enrollmentId === enrollment.id) addEarning(earnings, commission);
  return earnings;
}

function addEarning(earnings: Earnings, { currency, originalCents }: Commission): void {
  earnings.set(currency, (earnings.get(currency) ?? 0) + originalCents);
}

/** The sale with what is left of the limit of its rule, if it earns and there is one. */
function limited(
  sale: Sale,
  rule: CommissionRule | null,
  calculation: CommissionCalculation,
  earnings: Earnings,
): Sale {
  if (!calculation.due || rule === null || rule.maxTotalCents === null) return sale;
  const earnedCents = earnings.get(calculation.currency) ?? 0;
  return { ...sale, customerLeftCents: Math.max(0, rule.maxTotalCents - earnedCents) };
}

/**
 * Whom the customer was credited to when a sale was recorded. Where that partner earned nothing on it, no commission remembers the link
 * or the code, which decide again what they earn when the sale is assigned back.
 */
function creditWhenRecorded(
  { id, recordedAtMs }: Sale,
  customer: Customer,
  changes: readonly CreditChange[],
): CustomerCredit {
  const next = changes.find(({ saleId, occurredAtMs }) => saleId !== id && occurredAtMs >= recordedAtMs);
  return next?.from ?? customer;
}

/** The sale as it is credited to the customer's partner, with what it earns them by what was true when it was recorded. */
function earnAnew(
  { sale: before, rule, partnerCustomers, isDisputed }: AssignableSale,
  customer: Customer,
  { customer: assigned, changes, codeNames, program, enrollment, atMs, newId }: AssignmentInput,
  earnings: Earnings,
): { readonly sale: Sale; readonly earned: EarnedChange | null } {
  const asked = customersAskedFor(rule);
  const recorded = creditWhenRecorded(before, assigned, changes);
  const { linkId, codeId } = recorded.enrollmentId === enrollment.id ? recorded : customer;
  const uncapped: Sale = {
    ...before,
    enrollmentId: enrollment.id,
    partnerId: enrollment.partnerId,
    linkId,
    creditCodeId: codeId,
    ruleId: rule?.id ?? null,
    partnerStatus: enrollment.status,
    partnerCustomers: asked === null || before.testMode ? null : Math.min(asked, partnerCustomers),
    customerLeftCents: null,
  };
  const then = whenRecorded(uncapped, program, enrollment);
  const { firstSaleId, firstSaleAtMs } = customer;
  const firstSale =
    firstSaleId === null || firstSaleAtMs === null ? null : { id: firstSaleId, atMs: firstSaleAtMs };
  const programCurrency = then.program.currency;
  const codes = codesOfSale(uncapped, codeId === null ? null : (codeNames.get(codeId) ?? null));
  const calculate = (sale: Sale) => calculateCommission({ sale, codes, rule, programCurrency, firstSale });
  const credited = limited(uncapped, rule, calculate(uncapped), earnings);
  const calculation = calculate(credited);
  if (!calculation.due || rule === null || firstSale === null) {
    const noCommissionCode = calculation.due ? 'no_rule' : calculation.code;
    return { sale: { ...credited, commissionState: 'none', noCommissionCode }, earned: null };
  }
  const sale: Sale = { ...credited, commissionState: 'earned', noCommissionCode: null };
  const whole = earnCommission(
    // A person has looked at it.
    { sale, ...then, customer, rule, firstSale, flags: [], atMs, newId },
    calculation,
  );
  addEarning(earnings, whole.commission);
  const { refundedCents, amountCents: saleCents } = sale;
  const left = reverseCommission(whole.commission, { refundId: null, refundedCents, saleCents, atMs, newId });
  const change = holdWhileDisputed(left, isDisputed, atMs, newId);
  return {
    sale,
    earned: { ...change, movements: [...whole.movements, ...change.movements], isNew: true },
  };
}

/** The sale as it was credited to the partner before, with the commission that it earned them then. */
function giveBack(
  { sale: before, isDisputed }: AssignableSale,
  first: SaleCommission,
  { enrollment, atMs, newId }: AssignmentInput,
): { readonly sale: Sale; readonly earned: EarnedChange } {
  const sale: Sale = {
    ...before,
    enrollmentId: enrollment.id,
    partnerId: enrollment.partnerId,
    linkId: first.reason.linkId,
    creditCodeId: first.reason.codeId ?? null,
    ruleId: first.ruleId,
    partnerStatus: enrollment.status,
    partnerCustomers: first.reason.partnerCustomers ?? null,
    customerLeftCents: first.reason.customerLeftCents ?? null,
    commissionState: 'earned',
    noCommissionCode: null,
  };
  const leftCents = leftAfter(first, { refundedCents: sale.refundedCents, saleCents: sale.amountCents });
  const back = postReassignBack(first, leftCents, { atMs, newId });
  // Of what is fully refunded there is nothing to hold.
  const change = leftCents === 0 ? back : holdWhileDisputed(back, isDisputed, atMs, newId);
  return { sale, earned: { ...change, isNew: false } };
}

/** One for each currency: a flat commission is in the program's, whatever the sale's. */
function reassignmentsOf(
  before: Sale,
  sale: Sale,
  live: Commission | null,
  earned: EarnedChange | null,
): SaleReassignment[] {
  const reversedIn = live?.currency ?? earned?.commission.currency ?? sale.currency;
  const earnedIn = earned?.commission.currency ?? reversedIn;
  return [...new Set([reversedIn, earnedIn])].map((currency) => ({
    saleId: sale.id,
    fromPartnerId: before.partnerId,
    toPartnerId: sale.partnerId,
    currency,
    reversedCents: currency === reversedIn ? (live?.amountCents ?? 0) : 0,
    earnedCents: currency === earnedIn ? (earned?.commission.amountCents ?? 0) : 0,
  }));
}
