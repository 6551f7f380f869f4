import { NO_CREDIT, newVisitor } from '../attribution/attribution.js';
import { parseClickId } from '../attribution/click-id.js';
import { codesIn } from '../attribution/code.js';
import { decideLead } from '../attribution/decide-lead.js';
import type { LeadCommand, SaleCommand } from '../commands.js';
import { customersAskedFor } from '../commission/clauses.js';
import { decideSale } from '../commission/decide-sale.js';
import type { CommissionRule } from '../commission/rule.js';
import type { Decision } from '../decision.js';
import {
  codeIndex,
  customerKeyIndex,
  type Effect,
  earningsIndex,
  emptyFacts,
  type Facts,
  indexCustomer,
} from '../facts.js';
import { fold } from '../fold.js';
import { NO_FRAUD_CHECKS } from '../fraud/flags.js';
import type { Customer, Sale } from '../model.js';
import type {
  RecordedAssignment,
  RecordedEvent,
  RecordedHistory,
  RecordedLead,
  RecordedSale,
  ReplayedEarning,
  ReplayPolicy,
} from './history.js';
import { type Earned, leftOf, replayByHand } from './replay-by-hand.js';

/** Longer than any program lasts: a click that could be credited when it was named can be again. */
const ALWAYS_DAYS = 1_000_000;
/** What a page sends comes from here; the program lists it. */
const ORIGIN = 'https://replay.invalid';

/** Where a replay is. */
interface Replay {
  readonly history: RecordedHistory;
  readonly policy: ReplayPolicy;
  readonly facts: Facts;
  /** Customers of the replay, by the id that the database knows them by. */
  readonly customers: Map<number, number>;
  readonly newId: () => number;
}

/**
 * Decides once more what was recorded of some customers, by the functions that decided it, with `policy` in place of what was in force
 * from `fromMs` to before `toMs`. Everything else is as it was: clicks were live or not, rules were those in force, and what people
 * decided stays. Yields for each event, in order, what its sale or lead earns; null for an event that earns nothing by itself. Contract
 * 2 section 16.
 */
export function* replayHistory(
  history: RecordedHistory,
  policy: ReplayPolicy,
): Generator<ReplayedEarning | null> {
  // Below zero, so that none is the id of a stored sale.
  let lastId = 0;
  const facts = emptyFacts();
  facts.programsByOrigin.set(ORIGIN, [history.program.id]);
  for (const [id, name] of history.codeNames) facts.codeNames.set(id, name);
  const replay: Replay = { history, policy, facts, customers: new Map(), newId: () => --lastId };
  for (const event of history.events) yield replayEvent(replay, event);
}

function replayEvent(replay: Replay, event: RecordedEvent): ReplayedEarning | null {
  switch (event.kind) {
    case 'assigned':
      assign(replay, event);
      return null;
    case 'lead':
      return replayLead(replay, event);
    case 'sale':
      return replaySale(replay, event);
  }
}

function isUnderPolicy({ policy }: Replay, atMs: number): boolean {
  return atMs >= policy.fromMs && atMs < policy.toMs;
}

/** When something happened, for the policy and for the rules in force, and the sale as it was recorded then. */
interface When {
  readonly policyMs: number;
  readonly ruleMs: number;
  readonly recorded: RecordedSale | null;
}

/** What the command of an event finds: its program, its click as old as the policy lets it be, its code, and rules of then. */
function prepareFacts(
  replay: Replay,
  command: LeadCommand | SaleCommand,
  at: When & { readonly isClickLive: boolean },
): void {
  const { facts, history, policy } = replay;
  const isChanged = isUnderPolicy(replay, at.policyMs);
  const click = command.clickId === null ? undefined : history.clicks.get(command.clickId);
  facts.clicks.clear();
  if (click !== undefined && command.clickId !== null) {
    const asBefore = at.isClickLive ? ALWAYS_DAYS : -1;
    const cookieWindowDays = (isChanged ? policy.cookieWindowDays : null) ?? asBefore;
    facts.clicks.set(command.clickId, { ...click, cookieWindowDays });
  }
  facts.codes.clear();
  const names = command.code === null ? [] : codesIn(command.code);
  const indexes = names.map((name) => codeIndex(history.program.id, name));
  const index = indexes.find((one) => history.codes.has(one));
  const code = index === undefined ? undefined : history.codes.get(index);
  if (index !== undefined && code !== undefined) {
    facts.codes.set(index, { ...code, isActive: true, enrollmentStatus: 'approved' });
  }
  facts.enrollments.clear();
  const known = knownCustomer(replay, command);
  for (const id of [click?.enrollmentId, code?.enrollmentId, known?.enrollmentId]) {
    const enrollment = id == null ? undefined : history.enrollments.get(id);
    if (enrollment === undefined) continue;
    const rule = ruleUnder(replay, enrollment.id, at);
    // Partners who are suspended by now named their customers before.
    facts.enrollments.set(enrollment.id, { ...enrollment, status: 'approved', rule });
  }
}

/** The policy replaces the rule of the program, and none that partners have of their own. */
function ruleUnder(
  replay: Replay,
  enrollmentId: number,
  { policyMs, ruleMs, recorded }: When,
): CommissionRule | null {
  const isAsRecorded = recorded?.sale?.enrollmentId === enrollmentId;
  const rule = isAsRecorded ? recorded.rule : replay.history.ruleAt(enrollmentId, ruleMs);
  const isPrograms = rule === null || rule.scope === 'program';
  return isPrograms && isUnderPolicy(replay, policyMs) ? (replay.policy.rule ?? rule) : rule;
}

function knownCustomer({ facts, history }: Replay, command: LeadCommand | SaleCommand): Customer | undefined {
  const { customerKey, clickId } = command;
  const { workspaceId } = history.program;
  const id =
    (customerKey === null
      ? undefined
      : facts.customerByKey.get(customerKeyIndex(workspaceId, customerKey, false))) ??
    (clickId === null ? undefined : facts.customerByClick.get(clickId));
  return id === undefined ? undefined : facts.customers.get(id);
}

/**
 * Decides an event, which can move the credit of a page's claim only if it did so. It is not stored whether a report named the click
 * by which its customer is credited, so what confirmed a claim is known by what no later report moved. Another window
 * lets other clicks count, so under one each report decides.
 */
function decideWithClaim(
  replay: Replay,
  { command, movesCredit }: RecordedLead | RecordedSale,
  atMs: number,
  decideEvent: () => Decision,
): Decision {
  const customer = knownCustomer(replay, command);
  const isOtherWindow = isUnderPolicy(replay, atMs) && replay.policy.cookieWindowDays !== null;
  if (customer === undefined || isOtherWindow) return decideEvent();
  if (movesCredit) indexCustomer(replay.facts, { ...customer, namedBy: 'browser' });
  if (movesCredit || customer.namedBy === 'server') return decideEvent();
  indexCustomer(replay.facts, { ...customer, namedBy: 'server' });
  const { outcome, effects } = decideEvent();
  indexCustomer(replay.facts, customer);
  return {
    outcome,
    effects: effects.map((effect) =>
      effect.kind === 'customer' && effect.customer.id === customer.id
        ? { ...effect, customer: { ...effect.customer, namedBy: 'browser' } }
        : effect,
    ),
  };
}

function replayLead(replay: Replay, event: RecordedLead): ReplayedEarning | null {
  const { facts, history } = replay;
  const { command, recorded } = event;
  const atMs = command.occurredAtMs ?? command.atMs;
  prepareFacts(replay, command, {
    policyMs: atMs,
    ruleMs: atMs,
    recorded: null,
    isClickLive: event.isClickLive,
  });
  facts.programs.set(history.program.id, {
    ...history.program,
    isArchived: false,
    leadSource: 'any',
    fraud: NO_FRAUD_CHECKS,
    leadRewardCents: event.rewardCents,
  });
  const caller =
    command.caller.mode === 'browser' ? { mode: 'browser' as const, origin: ORIGIN } : command.caller;
  const decision = decideWithClaim(replay, event, atMs, () =>
    decideLead({ ...command, caller }, facts, replay.newId),
  );
  foldAll(replay, decision, event.customerId);
  const earned = commissionOf(decision);
  if (earned === null && recorded === null) return null;
  const isSame = recorded?.enrollmentId === earned?.enrollmentId;
  // Nothing but a person's correction takes anything off a reward, and it stays with its partner.
  const replayed = earned && {
    ...earned,
    leftCents: isSame && recorded ? recorded.leftCents : earned.originalCents,
  };
  return {
    kind: 'lead',
    saleId: null,
    transactionId: null,
    occurredAtMs: atMs,
    decidedAtMs: event.decidedAtMs,
    recorded,
    replayed,
    fromPartnerId: recorded?.partnerId ?? null,
    toPartnerId: replayed?.partnerId ?? null,
    toEnrollmentId: replayed?.enrollmentId ?? null,
    isFirst: false,
  };
}

function replaySale(replay: Replay, event: RecordedSale): ReplayedEarning {
  const { command, sale, recorded, isByHand } = event;
  const decided = isByHand && sale !== null ? saleByHand(replay, event, sale) : saleAgain(replay, event);
  const { earned, credited } = decided;
  const refundedCents = sale?.refundedCents ?? 0;
  return {
    kind: 'sale',
    saleId: sale?.id ?? null,
    transactionId: command.transactionId,
    occurredAtMs: command.occurredAtMs ?? command.atMs,
    decidedAtMs: event.decidedAtMs,
    recorded,
    replayed: earned && { ...earned, leftCents: leftOf(earned, event, refundedCents) },
    fromPartnerId: sale?.partnerId ?? null,
    toPartnerId: credited?.partnerId ?? null,
    toEnrollmentId: credited?.enrollmentId ?? null,
    isFirst: decided.isFirst,
  };
}

interface Decided {
  readonly credited: Pick<Sale, 'partnerId' | 'enrollmentId'> | null;
  readonly earned: Earned | null;
  readonly isFirst: boolean;
}

/** A sale that a person gave to a partner stays theirs; what it earns follows the rule. */
function saleByHand(replay: Replay, event: RecordedSale, sale: Sale): Decided {
  const { enrollmentId, recordedAtMs: atMs } = sale;
  const rule = ruleUnder(replay, enrollmentId, {
    policyMs: sale.occurredAtMs,
    ruleMs: atMs,
    recorded: event,
  });
  const asked = customersAskedFor(rule);
  const before = () =>
    sale.partnerCustomers ?? replay.history.customersBefore(enrollmentId, { atMs: event.decidedAtMs });
  const partnerCustomers = asked === null ? null : Math.min(asked, before());
  const customer = customerOf(replay, event);
  const leftCents = rule !== null && rule === event.rule ? sale.customerLeftCents : null;
  const { firstSaleAtMs, recorded } = event;
  const then = {
    sale: { ...sale, partnerCustomers },
    rule,
    leftCents,
    customer,
    firstSaleAtMs,
    recorded,
    facts: replay.facts,
  };
  return { credited: sale, ...replayByHand(then) };
}

function saleAgain(replay: Replay, event: RecordedSale): Decided {
  const { facts } = replay;
  const { command } = event;
  const policyMs = command.occurredAtMs ?? command.atMs;
  prepareFacts(replay, command, {
    policyMs,
    ruleMs: command.atMs,
    recorded: event,
    isClickLive: event.isClickLive,
  });
  prepareProgram(replay, event, policyMs);
  countCustomers(replay, event);
  const decision = decideWithClaim(replay, event, policyMs, () => decideSale(command, facts, replay.newId));
  foldAll(replay, decision, event.customerId);
  const credited = decision.effects.find((effect) => effect.kind === 'sale')?.sale ?? null;
  const isFirst = credited !== null && facts.customers.get(credited.customerId)?.firstSaleId === credited.id;
  forgetSales(facts);
  return { credited, earned: commissionOf(decision), isFirst };
}

function prepareProgram(replay: Replay, { sale }: RecordedSale, policyMs: number): void {
  const { facts, history, policy } = replay;
  const { program } = history;
  const preferred = sale?.codeResult === 'preferred' ? 'code' : 'link';
  const asBefore = sale === null ? program.attributionPrecedence : preferred;
  const asked = isUnderPolicy(replay, policyMs) ? policy.attributionPrecedence : null;
  facts.programs.set(program.id, {
    ...program,
    isArchived: false,
    fraud: NO_FRAUD_CHECKS,
    currency: sale?.programCurrency ?? program.currency,
    attributionPrecedence: asked ?? asBefore,
  });
}

/** For rules that ask for them: as the sale says where nothing about it changes, else as the replay counts them. */
function countCustomers({ facts, history }: Replay, { sale, command }: RecordedSale): void {
  facts.partnerCustomers.clear();
  for (const { id, rule } of facts.enrollments.values()) {
    if (customersAskedFor(rule) === null) continue;
    const isAsRecorded = id === sale?.enrollmentId && rule?.id === sale.ruleId;
    const recorded = isAsRecorded ? sale.partnerCustomers : null;
    facts.partnerCustomers.set(id, recorded ?? history.customersBefore(id, { atMs: command.atMs }));
  }
}

/** No later event asks for a sale again: refunds are taken off at once. */
function forgetSales(facts: Facts): void {
  facts.sales.clear();
  facts.saleByReference.clear();
  facts.saleByApiTransaction.clear();
  for (const bySale of [facts.programBySale, facts.amountBySale, facts.commissionBySale]) bySale.clear();
}

function assign(replay: Replay, { customerId, change, customerKey }: RecordedAssignment): void {
  const { history, facts } = replay;
  const known = facts.customers.get(replay.customers.get(customerId) ?? 0);
  const naming = {
    id: 0,
    customerKey,
    testMode: false,
    namedBy: 'server',
    atMs: change.occurredAtMs,
  } as const;
  const customer = known ?? newVisitor(history.program, NO_CREDIT, { ...naming, id: replay.newId() });
  const { enrollmentId, partnerId, linkId, codeId, click } = change.to;
  const assigned: Customer = {
    ...customer,
    click: customer.click ?? click,
    enrollmentId,
    partnerId,
    linkId,
    codeId,
    creditChanges: customer.creditChanges + 1,
    namedBy: 'server',
  };
  indexCustomer(facts, assigned);
  replay.customers.set(customerId, assigned.id);
}

function customerOf(replay: Replay, event: RecordedSale): Customer {
  const { facts, history, customers } = replay;
  const id = event.customerId === null ? undefined : customers.get(event.customerId);
  const known =
    (id === undefined ? undefined : facts.customers.get(id)) ?? knownCustomer(replay, event.command);
  const { customerKey, clickId, atMs } = event.command;
  // Later sales may name the click alone.
  const credit = { ...NO_CREDIT, click: clickId === null ? null : parseClickId(clickId) };
  const customer =
    known ??
    newVisitor(history.program, credit, {
      id: replay.newId(),
      customerKey,
      testMode: false,
      namedBy: 'server',
      atMs,
    });
  if (event.customerId !== null) customers.set(event.customerId, customer.id);
  return customer;
}

function foldAll(replay: Replay, { effects }: Decision, customerId: number | null): void {
  for (const effect of effects) {
    foldOne(replay, effect);
    if (effect.kind === 'customer' && customerId !== null)
      replay.customers.set(customerId, effect.customer.id);
  }
}

/** Brings the facts forward; what a customer earned a partner counts under each rule, as it does where it is summed from the books. */
function foldOne({ facts }: Replay, effect: Effect): void {
  fold(facts, effect);
  if (effect.kind !== 'commission' || effect.commission.reason.type === 'lead') return;
  const { reason, enrollmentId, currency, originalCents } = effect.commission;
  if (reason.maxTotalCents !== undefined) return;
  const index = earningsIndex(reason.customerId, enrollmentId, currency);
  facts.customerEarnings.set(index, (facts.customerEarnings.get(index) ?? 0) + originalCents);
}

function commissionOf({ effects }: Decision): Earned | null {
  const commission = effects.find((effect) => effect.kind === 'commission')?.commission;
  if (commission === undefined) return null;
  const { enrollmentId, partnerId, currency, originalCents } = commission;
  return { enrollmentId, partnerId, currency, originalCents };
}
