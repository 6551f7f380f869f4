import { creditedDimensions } from '../attribution/attribution.js';
import { carriedCode, type FoundCode, findCode } from '../attribution/code.js';
import { creditChangeOf } from '../attribution/credit.js';
import { type FoundCustomer, findSaleCustomer, windowEndMs } from '../attribution/find-sale-customer.js';
import { furthest } from '../attribution/funnel.js';
import type { CreditWay } from '../attribution/payer-model.js';
import { reportOfSale } from '../attribution/uncredited.js';
import { noteUnusedClick } from '../attribution/unused-click.js';
import type { Refusal, SaleCommand, SaleOutcome } from '../commands.js';
import { type Decision, type NewId, refuse } from '../decision.js';
import { type Effect, earnedHeldAtMs, type Facts } from '../facts.js';
import type { RaisedFlag } from '../fraud/flags.js';
import { raiseFlags } from '../fraud/raise-flags.js';
import type { CarriedCode, Commission, Customer, Enrollment, Program, Sale } from '../model.js';
import { applyAdjustments } from '../refunds/apply-adjustments.js';
import { unappliedPayment } from '../refunds/decide-payment.js';
import { type KnownPayments, lookUpPayments } from '../refunds/look-up-payments.js';
import { mergePayments } from '../refunds/merge-payments.js';
import { codesOfSale, customersAskedFor } from './clauses.js';
import { earnCommission, ruleFor } from './commission.js';
import { decideEarning } from './customer-limit.js';
import { firstSaleOf } from './first-sale.js';
import type { CommissionRule } from './rule.js';
import { saleTotals } from './sale-totals.js';

interface Credit {
  readonly program: Program;
  readonly enrollment: Enrollment;
  readonly partnerId: number;
  readonly linkId: number | null;
  readonly codeId: number | null;
  readonly carried: CarriedCode;
}

/**
 * Who is credited, or which link of the chain customer → program → relationship → partner is missing. A program may prefer the code of a
 * sale to the partner who has the customer. Contract 2 section 11.
 */
function creditOf(
  command: SaleCommand,
  facts: Facts,
  { customer, did }: FoundCustomer,
  code: FoundCode | null,
): Credit | Refusal {
  const { programId, workspaceId } = command.caller;
  const program = facts.programs.get(programId);
  if (program?.workspaceId !== workspaceId || customer.programId !== programId) return 'sale_no_attribution';
  const carried = carriedCode(code, customer, { did, precedence: program.attributionPrecedence });
  if (code?.code && carried.codeResult === 'preferred') {
    const { enrollmentId, partnerId, linkId, id: codeId } = code.code;
    const enrollment = facts.enrollments.get(enrollmentId);
    if (enrollment === undefined) return 'sale_no_relationship';
    return { program, enrollment, partnerId, linkId, codeId, carried };
  }
  const enrollment =
    customer.enrollmentId === null ? undefined : facts.enrollments.get(customer.enrollmentId);
  if (enrollment === undefined) return 'sale_no_relationship';
  if (customer.partnerId === null) return 'sale_no_partner';
  const { partnerId, linkId, codeId } = customer;
  return { program, enrollment, partnerId, linkId, codeId, carried };
}

/**
 * A customer paid. Checks in the order of contract section 2; the money rules are those of section 3. A sale is a
 * duplicate by any of its references in its workspace, including those reported for its payment before; further references
 * are stored, so that a later report under one of them is recognised. The transaction ids that API callers give real sales
 * are unique over the whole service. Contract section 4, contract 2 section 7.2.
 */
export function decideSale(command: SaleCommand, facts: Facts, newId: NewId): Decision {
  const { programId, workspaceId } = command.caller;
  const isArchived = facts.programs.get(programId)?.isArchived === true;
  if (isArchived && command.source !== 'processor') return refuse('program_archived');
  const references = [...new Set([command.transactionId, ...command.references])];
  const known = lookUpPayments(facts, workspaceId, references, []);
  if (known.freeReferences.length < known.references.length) {
    return refuseDuplicate(command, facts, known, newId);
  }
  if (command.source === 'api' && facts.saleByApiTransaction.has(command.transactionId)) {
    return refuse('sale_duplicate_elsewhere');
  }
  // Only now: further references of an earlier sale are needed for its refunds.
  if (isArchived) return refuseAndMerge('program_archived', command, facts, known, newId);
  const code = findCode(facts, programId, command);
  const found = findSaleCustomer(command, facts, code, newId);
  if (found === null)
    return refuseUncredited('sale_customer_not_found', command, facts, { known, code, newId });
  const credit = creditOf(command, facts, found, code);
  if (typeof credit === 'string') return refuseUncredited(credit, command, facts, { known, code, newId });
  const decision = recordSale({ command, facts, references: known.references, found, credit, newId });
  return known.payments.length === 0
    ? decision
    : applyEarlierAdjustments(decision, command, facts, known, newId);
}

/**
 * Refuses a duplicate. The sale it duplicates gets the references it did not have, and the adjustments reported under
 * those. Where the references lead to two sales, only a person can resolve it.
 */
function refuseDuplicate(command: SaleCommand, facts: Facts, known: KnownPayments, newId: NewId): Decision {
  const { workspaceId } = command.caller;
  const { outcome } = refuse(duplicateOf(command, facts, known));
  const [sale, ...others] = known.sales;
  if (others.length > 0 && command.source === 'processor') {
    return { outcome: unappliedPayment('conflict'), effects: [] };
  }
  if (sale === undefined || others.length > 0) return { outcome, effects: [] };
  const references = known.freeReferences;
  const effects: Effect[] =
    references.length > 0 ? [{ kind: 'references', workspaceId, saleId: sale.id, references }] : [];
  if (known.payments.length === 0) return { outcome, effects };
  const merged = merge(command, facts, known, sale.id, newId);
  const commission = facts.commissionBySale.get(sale.id) ?? null;
  const adjusted = applyAdjustments({
    sale,
    commission,
    adjustments: merged.adjustments,
    earnedHeldAtMs: earnedHeldAtMs(facts, commission),
    atMs: command.atMs,
    newId,
  });
  return { outcome, effects: [...effects, ...merged.effects, ...adjusted.effects] };
}

/** A caller may treat a duplicate as done only if the existing sale is of its own program. */
function duplicateOf(command: SaleCommand, facts: Facts, { saleIds }: KnownPayments): Refusal {
  const programOfSale = (id: number) => facts.sales.get(id)?.programId ?? facts.programBySale.get(id);
  const own = saleIds.filter((id) => programOfSale(id) === command.caller.programId);
  if (own.length === 0 && command.source !== 'processor') return 'sale_duplicate_elsewhere';
  const isDifferent = command.source === 'api' && own.every((id) => differs(command, facts, id));
  return isDifferent ? 'sale_duplicate_different' : 'sale_duplicate';
}

/** Returns whether a sale is reported with another amount than it is recorded with, such as an order that has grown since. */
function differs({ amountCents, currency }: SaleCommand, facts: Facts, saleId: number): boolean {
  const recorded = facts.sales.get(saleId) ?? facts.amountBySale.get(saleId);
  if (recorded === undefined) return false;
  return recorded.amountCents !== amountCents || (currency !== null && recorded.currency !== currency);
}

/** A refused sale of the provider takes no reference, but its references are stored as those of one payment. */
function refuseAndMerge(
  refusal: Refusal,
  command: SaleCommand,
  facts: Facts,
  known: KnownPayments,
  newId: NewId,
): Decision {
  if (command.source !== 'processor') return refuse(refusal);
  return { ...refuse(refusal), effects: merge(command, facts, known, null, newId).effects };
}

/** Refuses a sale that nobody could be credited with, and reports it. */
function refuseUncredited(
  refusal: Refusal,
  command: SaleCommand,
  facts: Facts,
  {
    known,
    code,
    newId,
  }: { readonly known: KnownPayments; readonly code: FoundCode | null; readonly newId: NewId },
): Decision {
  const { outcome, effects } = refuseAndMerge(refusal, command, facts, known, newId);
  const report = reportOfSale(refusal, command, facts, code);
  return { outcome, effects: report === null ? effects : [...effects, { kind: 'uncredited', report }] };
}

/** Applies the adjustments that were reported before their sale. */
function applyEarlierAdjustments(
  { outcome, effects }: Decision,
  command: SaleCommand,
  facts: Facts,
  known: KnownPayments,
  newId: NewId,
): Decision {
  const sale = effects.find((effect) => effect.kind === 'sale')?.sale;
  if (sale === undefined) return { outcome, effects };
  const commission = effects.find((effect) => effect.kind === 'commission')?.commission ?? null;
  const { effects: merges, adjustments } = merge(command, facts, known, sale.id, newId);
  const { atMs } = command;
  const adjusted = applyAdjustments({ sale, commission, adjustments, earnedHeldAtMs: null, atMs, newId });
  return {
    outcome: saleOutcome(adjusted.sale, adjusted.commission),
    effects: [...effects, ...merges, ...adjusted.effects],
  };
}

function merge(
  command: SaleCommand,
  facts: Facts,
  known: KnownPayments,
  saleId: number | null,
  newId: NewId,
) {
  const { caller, atMs } = command;
  return mergePayments({
    facts,
    workspaceId: caller.workspaceId,
    known,
    adjustments: [],
    saleId,
    atMs,
    newId,
  });
}

interface Recording {
  readonly command: SaleCommand;
  readonly facts: Facts;
  readonly references: readonly string[];
  readonly found: FoundCustomer;
  readonly credit: Credit;
  readonly newId: NewId;
}

type Draft = { -readonly [Field in keyof Sale]: Sale[Field] };

function recordSale(recording: Recording): Decision {
  const { command, references, found, credit, newId } = recording;
  const { program, enrollment } = credit;
  // What another system recorded was decided by its rules.
  const rule = command.source === 'import' ? null : ruleFor(program, enrollment);
  const sale = draftSale(recording, rule);
  const isFirst = !sale.testMode && found.customer.firstSaleId === null;
  const laterFirstMs = sale.testMode ? null : laterThan(sale.occurredAtMs, found.customer.firstSaleAtMs);
  const customer = isFirst || laterFirstMs !== null ? buying(found.customer, sale) : found.customer;
  const firstSale = firstSaleOf(customer);
  const codes = codesOfSale(sale, creditCodeOf(sale, recording.facts));
  const basis = { sale, codes, rule, programCurrency: program.currency, firstSale };
  const calculation = decideEarning(basis, recording.facts.customerEarnings);
  if (calculation.due) {
    sale.commissionState = 'earned';
  } else {
    sale.commissionState = 'none';
    sale.noCommissionCode = calculation.code;
  }
  const effects: Effect[] = [{ kind: 'sale', sale, references }];
  if (laterFirstMs !== null)
    effects.unshift({ kind: 'earlier_sale', customerId: customer.id, firstSaleAtMs: laterFirstMs });
  if (found.isNew || customer !== found.customer || found.isChanged) {
    effects.unshift({ kind: 'customer', customer, isNew: found.isNew });
  }
  if (found.creditedBefore !== null) {
    const cause = { reason: 'server_sale', saleId: sale.id, occurredAtMs: command.atMs } as const;
    effects.push({
      kind: 'credit_change',
      change: creditChangeOf(found.creditedBefore, customer, cause),
    });
  }
  effects.push(
    ...noteUnusedClick(command, recording.facts, customer, {
      saleId: sale.id,
      isOfLead: false,
      atMs: windowEndMs(command),
    }),
  );
  let commission: Commission | null = null;
  if (calculation.due && rule !== null && firstSale !== null) {
    const flags = flagsOf(recording, isFirst);
    const context = {
      sale,
      program,
      enrollment,
      customer,
      rule,
      firstSale,
      flags,
      atMs: command.atMs,
      newId,
    };
    const earned = earnCommission(context, calculation);
    commission = earned.commission;
    effects.push({ kind: 'commission', commission, isNew: true });
    for (const movement of earned.movements) effects.push({ kind: 'movement', movement });
  }
  for (const increment of saleTotals(sale, isFirst, commission)) effects.push({ kind: 'totals', increment });
  return { outcome: saleOutcome(sale, commission), effects };
}

/** What the program looks for and finds in a sale that earns. */
function flagsOf({ command, facts, found, credit }: Recording, isFirst: boolean): RaisedFlag[] {
  const { program, enrollment, linkId, codeId } = credit;
  return raiseFlags({
    settings: program.fraud,
    customer: found.customer,
    partner: enrollment.partner,
    isOfClick: linkId !== null && codeId === null,
    soldAtMs: windowEndMs(command),
    codeUse: isFirst && codeId !== null ? (facts.codeUse.get(codeId) ?? null) : null,
  });
}

function creditCodeOf({ creditCodeId }: Draft, facts: Facts): string | null {
  return creditCodeId === null ? null : (facts.codeNames.get(creditCodeId) ?? null);
}

/** The number of paying customers that the partner had brought, as far as the rule asks for it. */
function partnerCustomersFor(facts: Facts, rule: CommissionRule | null, enrollmentId: number): number | null {
  const asked = customersAskedFor(rule);
  return asked === null ? null : Math.min(asked, facts.partnerCustomers.get(enrollmentId) ?? 0);
}

/** The customer's earliest known sale, if it was made after this one. */
function laterThan(soldAtMs: number, firstSaleAtMs: number | null): number | null {
  return firstSaleAtMs !== null && soldAtMs < firstSaleAtMs ? firstSaleAtMs : null;
}

/** The customer with their first sale, or with one that was made before it. */
function buying(customer: Customer, { id, occurredAtMs }: Draft): Customer {
  const { status, firstSaleId } = customer;
  return {
    ...customer,
    status: furthest(status, 'customer'),
    firstSaleId: firstSaleId ?? id,
    firstSaleAtMs: occurredAtMs,
  };
}

/** The sale before it is known what it earns. */
function draftSale({ command, facts, found, credit, newId }: Recording, rule: CommissionRule | null): Draft {
  return {
    id: newId(),
    workspaceId: found.customer.workspaceId,
    programId: credit.program.id,
    customerId: found.customer.id,
    enrollmentId: credit.enrollment.id,
    partnerId: credit.partnerId,
    linkId: credit.linkId,
    transactionId: command.transactionId,
    amountCents: command.amountCents,
    taxCents: command.taxCents,
    refundedCents: 0,
    apiRefundedCents: 0,
    apiBaseCents: 0,
    currency: command.currency ?? credit.program.currency,
    testMode: command.testMode,
    source: command.source,
    items: command.items,
    ruleId: rule?.id ?? null,
    holdDays: credit.program.holdDays,
    programCurrency: credit.program.currency,
    partnerStatus: credit.enrollment.status,
    partnerCustomers: command.testMode ? null : partnerCustomersFor(facts, rule, credit.enrollment.id),
    customerLeftCents: null,
    customerKey: found.customer.customerKey,
    creditCodeId: credit.codeId,
    dimensions: creditedDimensions(credit, found.customer),
    ...credit.carried,
    creditedBy: creditedBy(command, found, credit),
    firstSaleAtMs: null,
    commissionState: 'missing',
    noCommissionCode: null,
    additionalData: command.additionalData,
    occurredAtMs: command.occurredAtMs ?? command.atMs,
    recordedAtMs: command.atMs,
  };
}

/** How the sale of a payment provider led to its partner; null: an API caller reported it. */
function creditedBy({ payer }: SaleCommand, { way }: FoundCustomer, { carried }: Credit): CreditWay | null {
  if (payer == null) return null;
  return carried.codeResult === 'preferred' ? 'code' : way;
}

function saleOutcome(sale: Sale, commission: Commission | null): SaleOutcome {
  return {
    kind: 'sale',
    saleId: sale.id,
    transactionId: sale.transactionId,
    amountCents: sale.amountCents,
    currency: sale.currency,
    testMode: sale.testMode,
    commission: commission && {
      id: commission.id,
      amountCents: commission.amountCents,
      currency: commission.currency,
      status: commission.status,
      payableAtMs: commission.payableAtMs,
    },
  };
}
