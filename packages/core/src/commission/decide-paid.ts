import { creditedDimensions } from '../attribution/attribution.js';
import { carriedCode, findCode } from '../attribution/code.js';
import { creditChangeOf } from '../attribution/credit.js';
import {
  type FoundCustomer,
  findKnownCustomer,
  findSaleCustomer,
} from '../attribution/find-sale-customer.js';
import { canMoveTo } from '../attribution/funnel.js';
import { carriesOurs, payerIndex, programOfPayer } from '../attribution/payer.js';
import type { CreditWay, RememberedPayer } from '../attribution/payer-model.js';
import { reportWithoutProgram } from '../attribution/uncredited.js';
import type { Outcome, PaidCommand, SaleCommand } from '../commands.js';
import { type Decision, type NewId, refuse } from '../decision.js';
import type { Effect, Facts } from '../facts.js';
import type { Customer, Lead } from '../model.js';
import { decidePayment } from '../refunds/decide-payment.js';
import { lookUpPayments } from '../refunds/look-up-payments.js';
import { decideSale } from './decide-sale.js';

/**
 * Decides a payment, or the start of a checkout, reported by a provider. The customer is stored under the provider's identifiers, so
 * that later payments are attributed without keys of their own.
 */
export function decidePaid(command: PaidCommand, facts: Facts, newId: NewId): Decision {
  const programId = programOfPayer(command, command.programs, facts);
  if (programId === null) return refuseWithoutProgram(command, facts, newId);
  const { programs: _programs, isStart, ...reported } = command;
  const { mode, workspaceId } = command.caller;
  const caller = { mode, workspaceId, programId };
  const sale: SaleCommand = { ...reported, kind: 'sale', caller, source: 'processor' };
  const decision = isStart ? decideStart(sale, facts, newId) : decideSale(sale, facts, newId);
  const effects = [...decision.effects, ...rememberPayer(sale, decision, facts)];
  return { outcome: explainRefusal(decision, programId), effects };
}

/** Adds to a refusal what the report of the payment needs: its program, and why it is uncredited. */
function explainRefusal({ outcome, effects }: Decision, programId: number): Outcome {
  if (outcome.kind !== 'refused') return outcome;
  const listed = effects.find((effect) => effect.kind === 'uncredited');
  return { kind: 'refused', refusal: outcome.refusal, programId, uncredited: listed?.report.reason ?? null };
}

/** Decides the references of a payment that creates no sale. They may belong to a recorded sale. */
function decideReferences(command: PaidCommand | SaleCommand, facts: Facts, newId: NewId): Decision {
  const { transactionId, references, atMs } = command;
  const { mode, workspaceId } = command.caller;
  const caller = { mode, workspaceId };
  const all = [...new Set([transactionId, ...references])];
  return decidePayment({ kind: 'payment', caller, references: all, adjustments: [], atMs }, facts, newId);
}

function isWaiting({ outcome }: Decision): boolean {
  return outcome.kind === 'payment' && outcome.result === 'waiting';
}

function refuseWithoutProgram(command: PaidCommand, facts: Facts, newId: NewId): Decision {
  const decision = decideReferences(command, facts, newId);
  if (!isWaiting(decision)) return decision;
  const outcome = { kind: 'no_program' } as const;
  const { effects } = decision;
  if (command.isStart || command.testMode || !carriesOurs(command)) return { outcome, effects };
  return { outcome, effects: [...effects, { kind: 'uncredited', report: reportWithoutProgram(command) }] };
}

/**
 * Decides a checkout that has not been paid yet. It fixes the credit at the time when it began, so that payments after the cookie window
 * of its click are still attributed. A new customer becomes a lead without a lead reward, which only reported leads earn.
 */
function decideStart(sale: SaleCommand, facts: Facts, newId: NewId): Decision {
  const { programId } = sale.caller;
  const program = facts.programs.get(programId);
  if (program === undefined || program.isArchived) return refuse('program_archived');
  const ofPayment = decideReferences(sale, facts, newId);
  if (!isWaiting(ofPayment)) return ofPayment;
  const { effects: merges } = ofPayment;
  const code = findCode(facts, programId, sale);
  const found = findSaleCustomer(sale, facts, code, newId);
  if (found === null) return { ...refuse('sale_customer_not_found'), effects: merges };
  const { customer, way } = found;
  if (customer.programId !== programId) return { ...refuse('sale_no_attribution'), effects: merges };
  const { partnerId } = customer;
  if (partnerId === null) return { ...refuse('sale_no_partner'), effects: merges };
  const carried = carriedCode(code, customer, { did: found.did, precedence: 'link' });
  const effects = [...startEffects(sale, found, { carried, currency: program.currency, newId }), ...merges];
  const { testMode } = customer;
  return { outcome: { kind: 'checkout', customerId: customer.id, partnerId, way, testMode }, effects };
}

interface Start {
  readonly carried: Pick<Lead, 'code' | 'codeResult'>;
  /** Of the program. */
  readonly currency: string;
  readonly newId: NewId;
}

function startEffects(
  sale: SaleCommand,
  { customer: before, isNew, isChanged, creditedBefore }: FoundCustomer,
  { carried, currency, newId }: Start,
): readonly Effect[] {
  const startedAtMs = sale.startedAtMs ?? sale.occurredAtMs ?? sale.atMs;
  const isLead = canMoveTo(before.status, 'lead') && before.testMode === sale.testMode;
  const customer: Customer = isLead ? { ...before, status: 'lead', leadAtMs: startedAtMs } : before;
  const effects: Effect[] = [];
  if (isNew || isChanged || isLead) effects.push({ kind: 'customer', customer, isNew });
  if (creditedBefore !== null) {
    const cause = { reason: 'server_lead', saleId: null, occurredAtMs: sale.atMs } as const;
    effects.push({ kind: 'credit_change', change: creditChangeOf(creditedBefore, customer, cause) });
  }
  if (!isLead) return effects;
  const { programId, partnerId, linkId, codeId, customerKey } = customer;
  const dimensions = creditedDimensions(customer, customer);
  const { testMode } = sale;
  const lead: Lead = {
    id: newId(),
    programId,
    customerId: customer.id,
    partnerId,
    linkId,
    testMode,
    source: 'processor',
    reward: null,
    customerKey,
    creditCodeId: codeId,
    dimensions,
    ...carried,
    uncreditedReason: null,
    additionalData: sale.additionalData,
    occurredAtMs: startedAtMs,
  };
  effects.push({ kind: 'lead', lead });
  if (testMode) return effects;
  const counted = { programId, partnerId: partnerId ?? 0, linkId: linkId ?? 0, currency, dimensions };
  effects.push({ kind: 'totals', increment: { ...counted, atMs: startedAtMs, leads: 1 } });
  return effects;
}

/** Stores the customer under the provider's identifiers. Of several customers, the one with the latest payment is kept, so that the order of events does not matter. */
function rememberPayer(sale: SaleCommand, decision: Decision, facts: Facts): readonly Effect[] {
  const { payer, caller } = sale;
  const led = ledTo(sale, decision, facts);
  if (payer == null || led === null) return [];
  const atMs = sale.occurredAtMs ?? sale.atMs;
  return payer.names.flatMap((name): readonly Effect[] => {
    const before = facts.payers.get(payerIndex(payer.connectionId, name));
    const remembered = latestOf(before, { ...led, creditedAtMs: atMs }, facts);
    if (remembered === before) return [];
    const { workspaceId } = caller;
    const isNew = before === undefined;
    return [{ kind: 'payer', workspaceId, connectionId: payer.connectionId, name, remembered, isNew }];
  });
}

function latestOf(
  before: RememberedPayer | undefined,
  report: RememberedPayer & { readonly isCredited: boolean },
  facts: Facts,
): RememberedPayer {
  const { isCredited, ...after } = report;
  if (before === undefined) return after;
  const isLater = after.creditedAtMs > before.creditedAtMs;
  if (before.customerId === after.customerId) return isLater ? { ...after, way: before.way } : before;
  const wasCredited = facts.customers.get(before.customerId)?.partnerId != null;
  if (wasCredited !== isCredited) return isCredited ? after : before;
  return isLater ? after : before;
}

/** Returns the customer of a decision, also if the sale was recorded before or is credited to no partner. */
function ledTo(
  sale: SaleCommand,
  { outcome, effects }: Decision,
  facts: Facts,
): (Omit<RememberedPayer, 'creditedAtMs'> & { readonly isCredited: boolean }) | null {
  if (outcome.kind === 'checkout') {
    const { customerId, way } = outcome;
    return { customerId, way, isCredited: true };
  }
  const made = effects.find((effect) => effect.kind === 'sale')?.sale;
  const recorded = made ?? recordedSale(sale, outcome, facts);
  if (recorded !== undefined) {
    const way: CreditWay = recorded.creditedBy ?? 'metadata';
    return { customerId: recorded.customerId, way, isCredited: true };
  }
  const known = findKnownCustomer(sale, facts);
  return known && { customerId: known.id, way: 'metadata', isCredited: false };
}

function recordedSale(sale: SaleCommand, outcome: Decision['outcome'], facts: Facts) {
  const isRecorded =
    outcome.kind === 'payment' || (outcome.kind === 'refused' && outcome.refusal === 'sale_duplicate');
  if (!isRecorded) return undefined;
  const { workspaceId } = sale.caller;
  return lookUpPayments(facts, workspaceId, [sale.transactionId, ...sale.references], []).sales[0];
}
