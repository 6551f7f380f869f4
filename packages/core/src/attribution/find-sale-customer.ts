import type { SaleCommand } from '../commands.js';
import type { NewId } from '../decision.js';
import type { Facts } from '../facts.js';
import type { Customer, NewCredit } from '../model.js';
import { creditOfClick, customerByClick, customerByKey, liveClick, newVisitor } from './attribution.js';
import { type CodeEffect, creditOfCode, type FoundCode } from './code.js';
import { creditableClick, creditTo, isUncredited } from './credit.js';
import { type ClaimDecision, decideClaim } from './page-claim.js';

/** The customer of a sale as they are with it. */
export interface FoundCustomer {
  readonly customer: Customer;
  readonly isNew: boolean;
  /** The sale gave the customer their key or their credit. */
  readonly isChanged: boolean;
  /** The customer as they were, if the sale gave them their credit. */
  readonly creditedBefore: Customer | null;
  /** What the code of the sale did to the customer. */
  readonly did: CodeEffect;
}

/** What the window of a sale's click is counted to. The processor may report a sale days after it: then to when it was made. */
export function windowEndMs({ source, occurredAtMs, atMs }: SaleCommand): number {
  return source === 'processor' ? (occurredAtMs ?? atMs) : atMs;
}

/**
 * The customer a sale is of: by key, then by click; a live click that nobody has named yet is enough, and so is a code together
 * with a key. Everything outside the caller's workspace is unknown. A customer credited to nobody is credited to the click
 * that the sale names, else to its code, now and from now on, and so is one whom only pages have claimed for another partner.
 * A test sale is of a test customer; where there is none it may be of a real one, whom it leaves as they are. Contract
 * sections 2 and 7.2, contract 2 section 11.
 */
export function findSaleCustomer(
  command: SaleCommand,
  facts: Facts,
  foundCode: FoundCode | null,
  newId: NewId,
): FoundCustomer | null {
  const { clickId, customerKey, testMode, atMs } = command;
  const { programId, workspaceId } = command.caller;
  const code = foundCode?.code ?? null;
  const soldAtMs = windowEndMs(command);
  const make = (
    program: { readonly id: number; readonly workspaceId: number },
    credit: NewCredit,
    did: CodeEffect,
  ): FoundCustomer => {
    const naming = { id: newId(), customerKey, testMode, namedBy: 'server', atMs } as const;
    const customer = newVisitor(program, credit, naming);
    return { customer, isNew: true, isChanged: false, creditedBefore: null, did };
  };
  const known = knownCustomer(command, facts);
  if (known === null) {
    const click = liveClick(facts, clickId, soldAtMs);
    if (click !== null) {
      if (click.workspaceId !== workspaceId) return null;
      return make({ id: click.programId, workspaceId }, creditOfClick(click), null);
    }
    if (code === null || customerKey === null) return null;
    return make({ id: programId, workspaceId }, creditOfCode(code), 'created');
  }
  if (known.workspaceId !== workspaceId) return null;
  if (testMode && !known.testMode) {
    const credit = creditFor(known);
    if (credit !== null) return make({ id: known.programId, workspaceId }, credit, codeEffectOf(credit));
    return { customer: known, isNew: false, isChanged: false, creditedBefore: null, did: null };
  }
  const { credit, isConfirmed } =
    known.namedBy === 'browser' && !testMode
      ? decideClaim(command, facts, known, foundCode, soldAtMs)
      : withFirstCredit(known);
  const namedBy = isConfirmed ? 'server' : known.namedBy;
  const isNamed = known.customerKey === null && customerKey !== null;
  const isChanged = isNamed || namedBy !== known.namedBy;
  const named: Customer = isChanged
    ? { ...known, customerKey: known.customerKey ?? customerKey, namedBy }
    : known;
  if (credit === null) {
    return { customer: named, isNew: false, isChanged, creditedBefore: null, did: null };
  }
  const customer = creditTo(named, credit, namedBy);
  return { customer, isNew: false, isChanged: true, creditedBefore: known, did: codeEffectOf(credit) };

  function withFirstCredit(customer: Customer): ClaimDecision {
    const first = creditFor(customer);
    return {
      credit: first,
      isConfirmed: first !== null || (customer.customerKey === null && customerKey !== null),
    };
  }

  function creditFor(customer: Customer): NewCredit | null {
    if (!isUncredited(customer)) return null;
    const click = creditableClick(facts, customer, clickId, { atMs: soldAtMs, testMode });
    if (click !== null) return click.credit;
    return code !== null && code.programId === customer.programId ? creditOfCode(code) : null;
  }
}

function codeEffectOf({ codeId }: NewCredit): CodeEffect {
  return codeId === null ? null : 'credited';
}

function knownCustomer(
  { caller, customerKey, clickId, testMode }: SaleCommand,
  facts: Facts,
): Customer | null {
  const { workspaceId } = caller;
  return (
    (testMode ? customerByKey(facts, workspaceId, customerKey, true) : null) ??
    customerByKey(facts, workspaceId, customerKey, false) ??
    (testMode ? customerByClick(facts, clickId, true) : null) ??
    customerByClick(facts, clickId, false)
  );
}
