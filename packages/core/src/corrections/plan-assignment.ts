import { creditChangeOf } from '../attribution/credit.js';
import { codesOfSale, customersAskedFor } from '../commission/clauses.js';
import { earnCommission, leftAfter, reverseCommission, whenRecorded } from '../commission/commission.js';
import { countedCents, decideEarning, leftOfLimit } from '../commission/customer-limit.js';
import { firstSaleOf } from '../commission/first-sale.js';
import type { CommissionRule } from '../commission/rule.js';
import type { NewId } from '../decision.js';
import { earningsIndex, type TotalsIncrement } from '../facts.js';
import { applyHolds } from '../ledger/holds.js';
import { type CommissionChange, type Movement, postReassign, postReassignBack } from '../ledger/postings.js';
import type {
  Commission,
  CreditChange,
  Customer,
  Enrollment,
  Program,
  Refund,
  Sale,
  SaleCommission,
  UnearnedCredit,
} from '../model.js';
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
  /** How it was credited to the new partner before, where it earned them nothing; null: it never was. */
  readonly unearned: UnearnedCredit | null;
  /** What it is to earn the partner who is credited with it, where that could not be written yet; null: nothing is missing. */
  readonly missing: { readonly currency: string; readonly cents: number } | null;
  /** Its payment is disputed. */
  readonly isDisputed: boolean;
}

/** What the assignment of a customer to a partner is planned from. */
export interface AssignmentInput {
  readonly customer: Customer;
  readonly program: Program;
  /** The approved relationship of the partner with the program. */
  readonly enrollment: Enrollment;
  /** Names, by id, of the codes that are behind the customer's credit, or were behind that of a sale that is assigned back. */
  readonly codeNames: ReadonlyMap<number, string>;
  /** When all that the partner had earned was held; null: never. */
  readonly earnedHeldAtMs: number | null;
  /** The sales that are assigned with the customer, in the order in which they were recorded: all of theirs, or none. */
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
  /** Of sales that earned nothing and leave a partner, to be kept in case they are assigned back. */
  readonly unearned: readonly UnearnedCredit[];
}

/**
 * Assigns a customer to a partner for all later sales, and with the sales given, those too: what they earned is reversed, and
 * the new partner earns on each by what was true when it was recorded. A sale that is assigned back gives its first commission
 * back, or earns nothing as before, so that assigning away and back leaves the books as they were.
 */
export function planAssignment(input: AssignmentInput): Assignment {
  const { customer: before, enrollment, note, by, movesSales, atMs } = input;
  const isOfPartner = before.enrollmentId === enrollment.id;
  const credited: Customer = isOfPartner
    ? before
    : { ...before, enrollmentId: enrollment.id, partnerId: enrollment.partnerId, linkId: null, codeId: null };
  const moved = moveSales(credited, input);
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
    unearned: moved.flatMap(({ left }) => left ?? []),
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
  readonly left: UnearnedCredit | null;
}

/** Whether a sale is the partner's whose code it carried, and not that of the partner who has the customer. Contract 2 section 11. */
function isOfItsCode({ codeResult, creditCodeId }: Pick<Sale, 'codeResult' | 'creditCodeId'>): boolean {
  return codeResult === 'preferred' && creditCodeId !== null;
}

/** What the customer has earned the new partner, by `earningsIndex`. Rules may limit it. */
type Earnings = Map<string, number>;

/**
 * Moves the sales that are not the partner's yet. What the partner has of the customer already counts first towards the limits of
 * rules, then what is given back, then what is earned anew.
 */
function moveSales(customer: Customer, input: AssignmentInput): MovedSale[] {
  const { sales, enrollment } = input;
  const isMoved = ({ sale }: AssignableSale) => sale.enrollmentId !== enrollment.id && !isOfItsCode(sale);
  const earnings = earningsOf(
    sales.filter((one) => !isMoved(one)),
    input,
  );
  const moving = sales.filter(isMoved);
  const returning = moving.flatMap((assignable) => {
    const first = assignable.commissions.find(({ enrollmentId }) => enrollmentId === enrollment.id);
    return first === undefined ? [] : { assignable, first };
  });
  const back = new Map(
    returning
      .toSorted((a, b) => capOrder(b.first) - capOrder(a.first))
      .map(({ assignable, first }) => [assignable.sale.id, giveBack(assignable, first, input, earnings)]),
  );
  return moving.map((one) =>
    moveSale(
      one,
      back.get(one.sale.id) ??
        restoreUnearned(one, customer, input) ??
        earnAnew(one, customer, input, earnings),
      customer,
      input,
    ),
  );
}

/** What was given back whole before is given back first, so that assigning away and back changes nothing. */
function capOrder({ cappedCents }: Commission): number {
  return cappedCents ?? Number.MAX_SAFE_INTEGER;
}

/** A sale as it is credited to the new partner, with what it earns them. */
interface Earning {
  readonly sale: Sale;
  readonly earned: EarnedChange | null;
}

function moveSale(
  assignable: AssignableSale,
  { sale, earned }: Earning,
  customer: Customer,
  { atMs, newId }: AssignmentInput,
): MovedSale {
  const { sale: before, commissions } = assignable;
  const live = commissions.find(({ reassignedAtMs }) => reassignedAtMs === null) ?? null;
  return {
    sale,
    lost: live && postReassign(live, { atMs, newId }),
    earned,
    totals: before.testMode ? [] : moveTotals(assignable, { sale, lost: live, earned }, customer),
    reassignments: reassignmentsOf(before, sale, live, earned),
    left: before.commissionState === 'earned' ? null : unearnedCreditOf(before, customer),
  };
}

function unearnedCreditOf(sale: Sale, customer: Customer): UnearnedCredit {
  return {
    saleId: sale.id,
    programId: sale.programId,
    enrollmentId: sale.enrollmentId,
    partnerId: sale.partnerId,
    linkId: sale.linkId,
    creditCodeId: sale.creditCodeId,
    ruleId: sale.ruleId,
    partnerStatus: sale.partnerStatus,
    partnerCustomers: sale.partnerCustomers,
    customerLeftCents: sale.customerLeftCents,
    firstSaleAtMs: sale.testMode ? null : (sale.firstSaleAtMs ?? customer.firstSaleAtMs),
    noCommissionCode: sale.noCommissionCode,
  };
}

/** What the customer has earned the partner on sales that stay as they are. */
function earningsOf(staying: readonly AssignableSale[], { customer, enrollment }: AssignmentInput): Earnings {
  const earnings: Earnings = new Map();
  const key = { customerId: customer.id, enrollmentId: enrollment.id };
  for (const { sale, commissions, missing } of staying) {
    if (sale.enrollmentId !== enrollment.id) continue;
    const live = commissions.find(({ reassignedAtMs }) => reassignedAtMs === null);
    if (live !== undefined) addEarning(earnings, key, live.currency, countedCents(live));
    else if (missing !== null) addEarning(earnings, key, missing.currency, missing.cents);
  }
  return earnings;
}

function addEarning(
  earnings: Earnings,
  { customerId, enrollmentId }: Pick<Sale, 'customerId' | 'enrollmentId'>,
  currency: string,
  cents: number,
): void {
  const index = earningsIndex(customerId, enrollmentId, currency);
  earnings.set(index, (earnings.get(index) ?? 0) + cents);
}

/** A date of the customer's first sale as a sale says it: null where the customer says the same. */
function knownFirstSaleAtMs(firstSaleAtMs: number | null, customer: Customer): number | null {
  return firstSaleAtMs === customer.firstSaleAtMs ? null : firstSaleAtMs;
}

/** The sale as it was credited to the partner before, when it earned them nothing; null: it was not, or its commission was missing. */
function restoreUnearned(
  { sale: before, unearned }: AssignableSale,
  customer: Customer,
  { enrollment }: AssignmentInput,
): Earning | null {
  if (unearned === null || unearned.noCommissionCode === null) return null;
  const { saleId: _id, ...credit } = unearned;
  return {
    sale: {
      ...before,
      ...credit,
      partnerId: enrollment.partnerId,
      firstSaleAtMs: knownFirstSaleAtMs(credit.firstSaleAtMs, customer),
      commissionState: 'none',
    },
    earned: null,
  };
}

/** The sale as it is credited to the customer's partner, with what it earns them by what was true when it was recorded. */
function earnAnew(
  { sale: before, rule, partnerCustomers, unearned, isDisputed }: AssignableSale,
  customer: Customer,
  { codeNames, program, enrollment, earnedHeldAtMs, atMs, newId }: AssignmentInput,
  earnings: Earnings,
): Earning {
  const asked = customersAskedFor(rule);
  const linkId = (unearned ?? customer).linkId;
  const codeId = unearned === null ? customer.codeId : unearned.creditCodeId;
  const credited: Sale & { customerLeftCents: number | null } = {
    ...before,
    enrollmentId: enrollment.id,
    partnerId: enrollment.partnerId,
    linkId,
    creditCodeId: codeId,
    ruleId: rule?.id ?? null,
    partnerStatus: enrollment.status,
    partnerCustomers:
      asked === null || before.testMode
        ? null
        : Math.min(asked, unearned?.partnerCustomers ?? partnerCustomers),
    customerLeftCents: null,
    // What is decided now knows all sales.
    firstSaleAtMs: null,
  };
  const then = whenRecorded(credited, program, enrollment);
  const firstSale = firstSaleOf(customer);
  const programCurrency = then.program.currency;
  const codes = codesOfSale(credited, codeId === null ? null : (codeNames.get(codeId) ?? null));
  const calculation = decideEarning({ sale: credited, codes, rule, programCurrency, firstSale }, earnings);
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
  addEarning(earnings, sale, whole.commission.currency, countedCents(whole.commission));
  const { refundedCents, amountCents: saleCents } = sale;
  const left = reverseCommission(whole.commission, { refundId: null, refundedCents, saleCents, atMs, newId });
  const change = applyHolds(left, { isDisputed, earnedHeldAtMs }, { atMs, newId });
  return {
    sale,
    earned: { ...change, movements: [...whole.movements, ...change.movements], isNew: true },
  };
}

/**
 * The sale as it was credited to the partner before, with the commission that it earned them then; no more of it than the customer may
 * still earn them.
 */
function giveBack(
  { sale: before, isDisputed }: AssignableSale,
  first: SaleCommission,
  { customer, enrollment, earnedHeldAtMs, atMs, newId }: AssignmentInput,
  earnings: Earnings,
): Earning {
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
    firstSaleAtMs: knownFirstSaleAtMs(first.reason.firstSaleAtMs, customer),
    commissionState: 'earned',
    noCommissionCode: null,
  };
  const capped: Commission = { ...first, cappedCents: capOf(first, sale, earnings) };
  addEarning(earnings, sale, first.currency, countedCents(capped));
  const leftCents = leftAfter(capped, { refundedCents: sale.refundedCents, saleCents: sale.amountCents });
  const back = postReassignBack(capped, leftCents, { atMs, newId });
  // Of what is fully refunded there is nothing to hold.
  const change = leftCents === 0 ? back : applyHolds(back, { isDisputed, earnedHeldAtMs }, { atMs, newId });
  return { sale, earned: { ...change, isNew: false } };
}

/** What of a commission that is given back the limit of its rule leaves; null: all of it. */
function capOf(
  { originalCents, currency, reason }: SaleCommission,
  sale: Sale,
  earnings: Earnings,
): number | null {
  if (reason.maxTotalCents === undefined) return null;
  const index = earningsIndex(sale.customerId, sale.enrollmentId, currency);
  const left = leftOfLimit(reason.maxTotalCents, earnings.get(index) ?? 0);
  return left < originalCents ? left : null;
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
