import type { LeadCommand, Refusal } from '../commands.js';
import { rewardEffects, rewardOf } from '../commission/lead-reward.js';
import { type Decision, type NewId, refuse } from '../decision.js';
import type { Effect, Facts } from '../facts.js';
import type { Click, Customer, Lead, NewCredit, Program } from '../model.js';
import {
  clickIdOf,
  creditedDimensions,
  creditOfClick,
  customerByClick,
  customerByKey,
  liveClick,
  NO_CREDIT,
  newVisitor,
} from './attribution.js';
import { type CodeEffect, carriedCode, creditOfCode, type FoundCode, findCode } from './code.js';
import { creditChangeOf, creditTo, isUncredited } from './credit.js';
import { canMoveTo } from './funnel.js';
import { decideClaim } from './page-claim.js';
import { noteRefusedLead } from './refused-lead.js';
import { refuseLead, whyUncredited } from './uncredited.js';
import { noteUnusedClick } from './unused-click.js';

/**
 * The program a lead is for. Server mode: the key's. Browser mode: the click's; without a click the one the page
 * names, else the only one that lists the page's origin. The origin must be allowed in it, and then leads of pages at
 * all: a caller that may not send leads learns nothing else about the program. Contract section 2, lead rules 5 and 6; 7.2.
 */
function programOf(command: LeadCommand, facts: Facts, click: Click | null): Program | Refusal {
  const { caller } = command;
  if (caller.mode === 'server') {
    const own = facts.programs.get(caller.programId) ?? 'customer_other_program';
    return typeof own === 'object' && own.isArchived ? 'program_archived' : own;
  }
  if (click === null && command.customerKey === null) return whoIsMissing(command);
  const allowed = caller.origin === null ? [] : (facts.programsByOrigin.get(caller.origin) ?? []);
  const wanted = click?.programId ?? command.programId;
  if (wanted === null && allowed.length > 1) return 'lead_customer_not_found';
  const programId = wanted ?? allowed[0];
  if (programId === undefined || !allowed.includes(programId)) return 'origin_not_allowed';
  const program = facts.programs.get(programId);
  if (program === undefined) return 'origin_not_allowed';
  return program.leadSource === 'server' ? 'lead_server_only' : program;
}

/** The customer a lead is of, and what its code did to them. */
interface LeadCustomer {
  readonly customer: Customer;
  readonly isNew: boolean;
  readonly did: CodeEffect;
}

/**
 * The customer a lead means (rule 2), made where there is none yet (rules 4 and 7), or why there can be none. A test lead
 * means a test customer, whatever real ones there are. A code credits a new customer with a key where no click does.
 */
function customerFor(
  command: LeadCommand,
  facts: Facts,
  program: Program,
  click: Click | null,
  found: FoundCode | null,
  newId: NewId,
): LeadCustomer | Refusal {
  const { customerKey, testMode, atMs, caller } = command;
  const known = customerByKey(facts, program.workspaceId, customerKey, testMode);
  if (known !== null) {
    const isOwn = known.programId === program.id;
    return isOwn ? { customer: known, isNew: false, did: null } : 'customer_other_program';
  }
  const make = (credit: NewCredit, did: CodeEffect): LeadCustomer => {
    const naming = { id: newId(), customerKey, testMode, namedBy: caller.mode, atMs };
    return { customer: newVisitor(program, credit, naming), isNew: true, did };
  };
  if (click !== null) {
    const named = customerByClick(facts, command.clickId, testMode);
    if (named === null) return make(creditOfClick(click), null);
    const isOpen = named.status === 'visitor' && customerKey !== null;
    return { customer: isOpen ? { ...named, customerKey } : named, isNew: false, did: null };
  }
  if (customerKey === null) return whoIsMissing(command);
  const code = found?.code ?? null;
  return code === null ? make(NO_CREDIT, null) : make(creditOfCode(code), 'created');
}

/** A code alone names no customer: each repeat of the lead would make another one. */
function whoIsMissing({ clickId }: LeadCommand): Refusal {
  return clickId === null ? 'lead_ids_missing' : 'lead_customer_not_found';
}

/** When the visitor signed up: the click is credited, and the lead counted, at that time. */
function signedUpMs({ occurredAtMs, atMs }: LeadCommand): number {
  return occurredAtMs ?? atMs;
}

/** A visitor signed up. Specification sections 3 and 4, contract sections 2 and 7.2, contract 2 section 11. */
export function decideLead(command: LeadCommand, facts: Facts, newId: NewId): Decision {
  const click = liveClick(facts, command.clickId, signedUpMs(command));
  const program = programOf(command, facts, click);
  if (typeof program === 'string') return refuse(program);
  const code = findCode(facts, program.id, command);
  if (click !== null && click.programId !== program.id)
    return refuseLead('customer_other_program', command, facts, program, code);
  const found = customerFor(command, facts, program, click, code, newId);
  if (typeof found === 'string') return refuseLead(found, command, facts, program, code);
  if (!canMoveTo(found.customer.status, 'lead')) return refuseKnown(command, facts, found.customer, code);
  return recordLead(command, facts, program, found, code, newId);
}

/**
 * The customer is a lead already, so the lead is refused. Pages learn no more than that: not whether the customer has
 * paid. A server's lead decides on a claim that only pages have made, its code credits a customer without credit, and its key is stored where
 * its click led to a customer without one.
 */
function refuseKnown(
  command: LeadCommand,
  facts: Facts,
  customer: Customer,
  code: FoundCode | null,
): Decision {
  const { caller, testMode, atMs } = command;
  const isBrowser = caller.mode === 'browser';
  const refused: Decision = {
    outcome: {
      kind: 'refused',
      refusal: 'status_not_visitor',
      status: isBrowser ? 'lead' : customer.status,
    },
    effects: [],
  };
  const signedUpAtMs = signedUpMs(command);
  const named = isBrowser ? customer : withKey(customer, command);
  const isOfClaim = !isBrowser && (named !== customer || customer.namedBy === 'browser');
  const canComeFirst = customer.leadAtMs === null || isOfClaim;
  const note = (known: Customer) =>
    noteRefusedLead(command, facts, known, code, { signedUpMs: signedUpAtMs, canComeFirst });
  if (isBrowser) return { ...refused, effects: note(customer) };
  if (testMode) return { ...refused, effects: changeOf(customer, named) };
  const { credit, isConfirmed } =
    customer.namedBy === 'browser'
      ? decideClaim(command, facts, customer, code, signedUpAtMs)
      : { credit: firstCredit(customer, code), isConfirmed: true };
  const namedBy = isConfirmed ? 'server' : customer.namedBy;
  const after =
    credit === null
      ? namedBy === customer.namedBy
        ? named
        : { ...named, namedBy }
      : creditTo(named, credit, namedBy);
  const effects = changeOf(customer, after);
  if (credit !== null) {
    const cause = { reason: 'server_lead', saleId: null, occurredAtMs: atMs } as const;
    effects.push({ kind: 'credit_change', change: creditChangeOf(customer, after, cause) });
  }
  effects.push(...note(after));
  return { ...refused, effects };
}

/** A customer without a key gets that of a lead which came to them by their click. */
function withKey(customer: Customer, { customerKey }: LeadCommand): Customer {
  return customer.customerKey === null && customerKey !== null ? { ...customer, customerKey } : customer;
}

function changeOf(before: Customer, after: Customer): Effect[] {
  return after === before ? [] : [{ kind: 'customer', customer: after, isNew: false }];
}

/** The credit that the code of a server's repeated lead brings to a customer without credit. */
function firstCredit(customer: Customer, found: FoundCode | null): NewCredit | null {
  if (found?.code == null || !isUncredited(customer)) return null;
  return found.code.programId === customer.programId ? creditOfCode(found.code) : null;
}

function recordLead(
  command: LeadCommand,
  facts: Facts,
  program: Program,
  found: LeadCustomer,
  code: FoundCode | null,
  newId: NewId,
): Decision {
  const { testMode } = command;
  const atMs = signedUpMs(command);
  const customer: Customer = {
    ...found.customer,
    status: 'lead',
    leadAtMs: atMs,
    email: command.email ?? found.customer.email,
  };
  const { programId, partnerId, linkId } = customer;
  const dimensions = creditedDimensions(customer, customer);
  const lead: Lead = {
    id: newId(),
    programId,
    customerId: customer.id,
    partnerId,
    linkId,
    testMode,
    source: command.caller.mode,
    reward: testMode ? null : rewardOf(customer, program, facts),
    customerKey: customer.customerKey,
    creditCodeId: customer.codeId,
    dimensions,
    ...carriedCode(code, customer, { did: found.did, precedence: 'link' }),
    uncreditedReason:
      partnerId !== null || testMode ? null : whyUncredited(command, facts, program, code, atMs),
    additionalData: command.additionalData,
    occurredAtMs: atMs,
  };
  const effects: Effect[] = [
    { kind: 'customer', customer, isNew: found.isNew },
    { kind: 'lead', lead },
    ...noteUnusedClick(command, facts, customer, { saleId: null, isOfLead: true, atMs }),
  ];
  if (!testMode) {
    const increment = {
      programId,
      atMs,
      partnerId: partnerId ?? 0,
      linkId: linkId ?? 0,
      currency: program.currency,
      dimensions,
      leads: 1,
    };
    effects.push({ kind: 'totals', increment });
  }
  if (lead.reward !== null) effects.push(...rewardEffects({ lead, customer, atMs: command.atMs, newId }));
  return {
    outcome: {
      kind: 'lead',
      clickId: clickIdOf(customer),
      customerKey: customer.customerKey,
      attributed: partnerId !== null,
      testMode,
    },
    effects,
  };
}
