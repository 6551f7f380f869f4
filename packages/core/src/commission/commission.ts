import { formatClickId } from '../attribution/click-id.js';
import type { RaisedFlag } from '../fraud/flags.js';
import { isHeldBy } from '../fraud/raise-flags.js';
import {
  type CommissionChange,
  NOT_REJECTED,
  postEarn,
  postRestore,
  postReverse,
} from '../ledger/postings.js';
import type {
  Commission,
  Customer,
  Enrollment,
  EnrollmentStatus,
  HoldKind,
  NoCommissionCode,
  Program,
  Sale,
} from '../model.js';
import { percentOf, reversalTarget } from '../money.js';
import type { CommissionBasis } from './basis.js';
import { calculateParts } from './clauses.js';
import type { FirstSale } from './first-sale.js';
import { addMonths } from './months.js';
import type { CommissionPart, CommissionReason } from './reason.js';
import type { CommissionRule, RuleClauses } from './rule.js';

const DAY_MS = 86_400_000;

/** The rule that counts for a partner: the partner's own where there is one, else the program's. */
export function ruleFor(program: Program, enrollment: Enrollment): CommissionRule | null {
  return enrollment.rule ?? program.rule;
}

/** What a sale earns: an amount with the base it was computed from, or why nothing. */
export type CommissionCalculation =
  | {
      readonly due: true;
      readonly amountCents: number;
      readonly currency: string;
      readonly baseCents: number;
      /** Of a rule of clauses only: how the amount comes together, before the limit per customer. */
      readonly parts?: readonly CommissionPart[];
    }
  | { readonly due: false; readonly code: NoCommissionCode };

function isWithinDuration(basis: CommissionBasis, durationMonths: number | null): boolean {
  const { sale, firstSale } = basis;
  if (durationMonths === null || firstSale === null) return true;
  if (durationMonths === 0) return firstSale.id === sale.id;
  return sale.occurredAtMs < addMonths(firstSale.atMs, durationMonths);
}

/**
 * What a sale earns its partner under one version of a rule. A percentage is taken of amount minus tax, in the sale's
 * currency; a flat amount is in the program's; clauses pay each part of the sale. Where the rule limits what one customer
 * earns, no more than what the sale says was left. Contract section 3, contract 2 section 13.
 */
export function calculateCommission(basis: CommissionBasis): CommissionCalculation {
  const { sale, rule } = basis;
  if (sale.testMode) return { due: false, code: 'test_sale' };
  if (sale.source === 'import') return { due: false, code: 'imported' };
  if (rule === null) return { due: false, code: 'no_rule' };
  if (!isWithinDuration(basis, rule.durationMonths)) {
    return { due: false, code: rule.durationMonths === 0 ? 'not_first_sale' : 'duration_over' };
  }
  const calculation =
    rule.clauses === null ? calculateWhole(basis, rule) : calculateByClauses(basis, rule.clauses);
  if (!calculation.due || rule.maxTotalCents === null || sale.customerLeftCents === null) return calculation;
  if (sale.customerLeftCents === 0) return { due: false, code: 'total_reached' };
  return { ...calculation, amountCents: Math.min(calculation.amountCents, sale.customerLeftCents) };
}

function calculateWhole(
  { sale, programCurrency }: CommissionBasis,
  rule: CommissionRule,
): CommissionCalculation {
  const baseCents = sale.amountCents - sale.taxCents;
  const flat = rule.type === 'flat';
  const amountCents = flat ? (rule.amountCents ?? 0) : percentOf(baseCents, rule.basisPoints ?? 0);
  if (amountCents === 0) return { due: false, code: 'amount_zero' };
  return { due: true, amountCents, currency: flat ? programCurrency : sale.currency, baseCents };
}

function calculateByClauses(basis: CommissionBasis, clauses: RuleClauses): CommissionCalculation {
  const { amountCents, currency, parts } = calculateParts(basis, clauses);
  if (parts.every(({ pay }) => pay === null || pay.type === 'none')) return { due: false, code: 'no_clause' };
  if (amountCents === 0) return { due: false, code: 'amount_zero' };
  return { due: true, amountCents, currency, baseCents: basis.sale.amountCents - basis.sale.taxCents, parts };
}

/** Everything needed to earn the commission of one sale. */
export interface EarningContext {
  readonly sale: Sale;
  readonly program: Program;
  readonly enrollment: Enrollment;
  readonly customer: Customer;
  readonly rule: CommissionRule;
  readonly firstSale: FirstSale;
  /** What the program found in the sale. */
  readonly flags: readonly RaisedFlag[];
  readonly atMs: number;
  readonly newId: () => number;
}

/**
 * The program and the partner's relationship with it as they were when a sale was recorded, as far as the sale says; a sale
 * that is older than these facts says nothing, and then today's count. Contract 2 section 7.1 (late completion).
 */
export function whenRecorded(
  sale: Pick<Sale, 'holdDays' | 'programCurrency' | 'partnerStatus'>,
  program: Program,
  enrollment: Enrollment,
): { readonly program: Program; readonly enrollment: Enrollment } {
  const { holdDays, programCurrency, partnerStatus } = sale;
  return {
    program: {
      ...program,
      holdDays: holdDays ?? program.holdDays,
      currency: programCurrency ?? program.currency,
    },
    enrollment: { ...enrollment, status: partnerStatus ?? enrollment.status },
  };
}

function reasonFor(context: EarningContext, { baseCents, parts }: DueCommission): CommissionReason {
  const { sale, rule, customer } = context;
  const reason: CommissionReason = {
    ruleId: rule.id,
    ruleVersion: rule.version,
    ruleScope: rule.scope,
    type: rule.type,
    basisPoints: rule.basisPoints,
    flatCents: rule.amountCents,
    durationMonths: rule.durationMonths,
    saleCents: sale.amountCents,
    taxCents: sale.taxCents,
    baseCents,
    firstSaleId: context.firstSale.id,
    firstSaleAtMs: context.firstSale.atMs,
    holdDays: context.program.holdDays,
    customerId: customer.id,
    // A code may be preferred to the click that brought the customer, and a person may have assigned them.
    clickId:
      customer.click === null || sale.creditCodeId !== null || sale.linkId === null
        ? null
        : formatClickId(customer.click),
    linkId: sale.linkId,
    codeId: sale.creditCodeId,
    partnerId: sale.partnerId,
  };
  // Most rules say no more, and reasons stored before clauses existed have no other fields.
  if (rule.clauses === null && rule.maxTotalCents === null) return reason;
  const { partnerCustomers, customerLeftCents } = sale;
  return {
    ...reason,
    ...(parts !== undefined && { parts }),
    ...(parts !== undefined && partnerCustomers !== null && { partnerCustomers }),
    ...(rule.maxTotalCents !== null && { maxTotalCents: rule.maxTotalCents }),
    ...(rule.maxTotalCents !== null && customerLeftCents !== null && { customerLeftCents }),
  };
}

/** What a commission is made from. */
type DueCommission = Pick<
  Extract<CommissionCalculation, { readonly due: true }>,
  'amountCents' | 'currency' | 'baseCents' | 'parts'
>;

/** Why a commission is held from the start; null: it is not. The partner comes first: a flag can wait until they are approved. */
export function holdKindOf(status: EnrollmentStatus, flags: readonly RaisedFlag[]): HoldKind | null {
  if (status !== 'approved') return `partner_${status}`;
  return isHeldBy(flags) ? 'flagged' : null;
}

/**
 * The commission of a sale, pending until the program's hold time after the sale is over, and the movement that books
 * it. A partner who is no longer approved earns it held, for a person to decide, and so does a sale with a flag that holds it.
 */
export function earnCommission(context: EarningContext, calculation: DueCommission): CommissionChange {
  const { sale, program, enrollment, flags } = context;
  const holdKind = holdKindOf(enrollment.status, flags);
  const commission: Commission = {
    id: context.newId(),
    programId: sale.programId,
    saleId: sale.id,
    leadId: null,
    enrollmentId: sale.enrollmentId,
    partnerId: sale.partnerId,
    ruleId: context.rule.id,
    originalCents: calculation.amountCents,
    cappedCents: null,
    amountCents: calculation.amountCents,
    currency: calculation.currency,
    status: holdKind === null ? 'pending' : 'held',
    holdKind,
    holdNote: null,
    releasedAtMs: null,
    payableAtMs: sale.occurredAtMs + program.holdDays * DAY_MS,
    payoutId: null,
    reassignedAtMs: null,
    ...NOT_REJECTED,
    flags: flags.length === 0 ? null : flags,
    reason: reasonFor(context, calculation),
    createdAtMs: context.atMs,
  };
  return postEarn(commission, context);
}

/** Why part of a commission is reversed or restored; `refundId` is null for refunds recorded before the commission was. */
export interface ReversalCause {
  readonly refundId: number | null;
  /** The total refunded of the sale, of `saleCents`. */
  readonly refundedCents: number;
  readonly saleCents: number;
  readonly atMs: number;
  readonly newId: () => number;
}

/** What is left of a commission once `refundedCents` in all of its sale are refunded: of a rejected one, never anything. */
export function leftAfter(
  {
    originalCents,
    cappedCents,
    rejectedAtMs,
  }: Pick<Commission, 'originalCents' | 'cappedCents' | 'rejectedAtMs'>,
  { refundedCents, saleCents }: Pick<ReversalCause, 'refundedCents' | 'saleCents'>,
): number {
  if (rejectedAtMs !== null) return 0;
  const cents = cappedCents ?? originalCents;
  return cents - reversalTarget(cents, refundedCents, saleCents);
}

/**
 * The commission after a refund of its sale: the target for the total refunded, minus what is already reversed. Nothing
 * left makes it `reversed`; otherwise its status stays. No movement where nothing changes.
 */
export function reverseCommission(commission: Commission, cause: ReversalCause): CommissionChange {
  const leftCents = leftAfter(commission, cause);
  if (leftCents >= commission.amountCents) return { commission, movements: [] };
  return postReverse(commission, leftCents, cause);
}

/**
 * The commission after a refund of its sale failed: what was reversed for it is restored. One that was reversed as a whole
 * goes back to where it would be by now, or on hold; one that was paid out is paid again, and what was owed back for it no
 * longer is.
 */
export function restoreCommission(commission: Commission, cause: ReversalCause): CommissionChange {
  const leftCents = leftAfter(commission, cause);
  if (leftCents <= commission.amountCents) return { commission, movements: [] };
  return postRestore(commission, leftCents, cause);
}
