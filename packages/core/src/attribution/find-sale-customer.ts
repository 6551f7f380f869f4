import type { SaleCommand } from '../commands.js';
import type { NewId } from '../decision.js';
import type { Facts } from '../facts.js';
import type { Customer, NewCredit } from '../model.js';
import { creditOfClick, customerByClick, customerByKey, liveClick, newVisitor } from './attribution.js';
import { type CodeEffect, creditOfCode, type FoundCode } from './code.js';
import { creditableClick, creditTo, isUncredited } from './credit.js';
import { decideClaim } from './page-claim.js';
import { clickBefore, creditLike, emailHit, type PayerHit, referenceHit, rememberedHits } from './payer.js';
import type { CreditWay } from './payer-model.js';

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
  /** Way in which the sale was attributed to the partner, or to the customer if no partner is credited. */
  readonly way: CreditWay;
}

/** Fields of a sale that its customer is found by. */
export type FindableSale = Pick<
  SaleCommand,
  | 'caller'
  | 'clickId'
  | 'customerKey'
  | 'testMode'
  | 'payer'
  | 'source'
  | 'occurredAtMs'
  | 'startedAtMs'
  | 'atMs'
>;

/**
 * Returns the time until which the cookie window of a sale's click is counted. For sales of a provider this is the start of the checkout or
 * the payment, because the report can arrive days later; for others it is the time of the report.
 */
export function windowEndMs({ source, startedAtMs, occurredAtMs, atMs }: FindableSale): number {
  return source === 'processor' ? (startedAtMs ?? occurredAtMs ?? atMs) : atMs;
}

/**
 * The customer a sale is of. The ways that lead to one are tried in order (`CreditWay`), and the first that leads to a partner decides;
 * everything outside the caller's workspace is unknown. A customer credited to nobody does not end the search: they get the credit
 * that it finds, now and from now on, and so does one whom only pages have claimed for another partner than a server names. A live click
 * that has led to no customer yet is enough for a new one, and so is a code together with a key.
 * A test sale is of a test customer; where there is none it may be of a real one, whom it leaves as they are.
 */
export function findSaleCustomer(
  command: FindableSale,
  facts: Facts,
  code: FoundCode | null,
  newId: NewId,
): FoundCustomer | null {
  const found = search(command, facts, code);
  if (found === null) return null;
  const { known, credit, way } = found;
  const { customerKey, testMode, atMs } = command;
  if (known === null || (testMode && !known.testMode && credit !== null)) {
    if (credit === null) return null;
    const program = { id: known?.programId ?? found.programId, workspaceId: command.caller.workspaceId };
    const naming = { id: newId(), customerKey, testMode, namedBy: found.namedBy, atMs };
    const customer = newVisitor(program, credit, naming);
    const did = way !== 'code' ? null : known === null ? 'created' : 'credited';
    return { customer, isNew: true, isChanged: false, creditedBefore: null, did, way };
  }
  if (known.workspaceId !== command.caller.workspaceId) return null;
  const asIs = { isNew: false, creditedBefore: null, did: null, way } as const;
  if (testMode && !known.testMode) return { ...asIs, customer: known, isChanged: false };
  return withReport(command, facts, code, { ...found, known });
}

/** Returns an existing customer with the key and the credit that the report adds. */
function withReport(
  command: FindableSale,
  facts: Facts,
  code: FoundCode | null,
  { known, credit: found, way }: Search & { readonly known: Customer },
): FoundCustomer {
  const { customerKey, testMode } = command;
  const isNamed = known.customerKey === null && customerKey !== null;
  const claim =
    known.namedBy === 'browser' && !testMode
      ? decideClaim(command, facts, known, code, windowEndMs(command))
      : { credit: null, isConfirmed: found !== null || isNamed };
  const credit = claim.credit ?? found;
  const namedBy = claim.isConfirmed ? 'server' : known.namedBy;
  const isChanged = isNamed || namedBy !== known.namedBy;
  const named = isChanged ? { ...known, customerKey: known.customerKey ?? customerKey, namedBy } : known;
  if (credit === null) {
    return { customer: named, isNew: false, isChanged, creditedBefore: null, did: null, way };
  }
  const isOfCode = claim.credit === null ? way === 'code' : claim.credit.codeId !== null;
  return {
    customer: creditTo(named, credit, namedBy),
    isNew: false,
    isChanged: true,
    creditedBefore: known,
    did: isOfCode ? 'credited' : null,
    way: claim.credit === null ? way : isOfCode ? 'code' : 'metadata',
  };
}

/** Result of the search: an existing customer, and the credit for one who has none. */
interface Search {
  readonly known: Customer | null;
  readonly credit: NewCredit | null;
  readonly way: CreditWay;
  readonly namedBy: PayerHit['namedBy'];
  /** Program of a new customer. */
  readonly programId: number;
}

function search(command: FindableSale, facts: Facts, code: FoundCode | null): Search | null {
  const { caller, customerKey, payer } = command;
  const { programId } = caller;
  let known: Omit<Search, 'credit' | 'programId'> | null = null;
  for (const { customer, credit: offered, way, namedBy, ...hit } of hitsOf(command, facts, code)) {
    if (customer !== null && known === null) {
      known = { known: customer, way, namedBy };
      if (!isUncredited(customer)) return { ...known, credit: null, programId };
      continue;
    }
    const credit = customer === null ? offered : creditLike(customer);
    const isNamed = known !== null || customerKey !== null || payer?.makesCustomers === true;
    if (credit === null || (way === 'code' && !isNamed)) continue;
    const programOfClick = hit.programId ?? programId;
    if (known?.known != null && known.known.programId !== programOfClick && way === 'metadata') continue;
    return { known: known?.known ?? null, credit, way, namedBy, programId: programOfClick };
  }
  return known && { ...known, credit: null, programId };
}

/** Result of one way, with the program of its click. */
type Hit = PayerHit & { readonly programId?: number };

/** Yields the results of all ways in the order of precedence. */
function* hitsOf(command: FindableSale, facts: Facts, code: FoundCode | null): Generator<Hit> {
  const { caller, clickId, testMode, payer } = command;
  const soldAtMs = windowEndMs(command);
  const server = { way: 'metadata', namedBy: 'server' } as const;
  const customer = knownCustomer(command, facts);
  if (customer !== null) yield { ...server, customer, credit: null };
  const click = clickBefore(command, liveClick(facts, clickId, soldAtMs));
  // A caller's click of another program is refused by name; for a payment the search goes on.
  const isOpen = payer == null || click?.programId === caller.programId;
  if (click !== null && isOpen && click.workspaceId === caller.workspaceId) {
    const credit =
      customer === null
        ? creditOfClick(click)
        : creditableClick(facts, customer, clickId, { atMs: soldAtMs, testMode })?.credit;
    if (credit !== undefined) yield { ...server, customer: null, credit, programId: click.programId };
  }
  yield* rememberedHits(command, facts, 'payment');
  const reference = referenceHit(command, facts, soldAtMs);
  if (reference !== null) yield reference;
  yield* rememberedHits(command, facts, 'subscription');
  yield* rememberedHits(command, facts, 'customer');
  if (code?.code != null)
    yield { way: 'code', namedBy: 'server', customer: null, credit: creditOfCode(code.code) };
  const email = emailHit(command, facts);
  if (email !== null) yield email;
}

/** Returns the customer of this program named by the metadata or by the reference of the checkout, credited or not. */
export function findKnownCustomer(command: FindableSale, facts: Facts): Customer | null {
  const known =
    knownCustomer(command, facts) ?? referenceHit(command, facts, windowEndMs(command))?.customer ?? null;
  return known?.programId === command.caller.programId && known.testMode === command.testMode ? known : null;
}

function knownCustomer(
  { caller, customerKey, clickId, testMode, payer }: FindableSale,
  facts: Facts,
): Customer | null {
  const { workspaceId } = caller;
  const known =
    (testMode ? customerByKey(facts, workspaceId, customerKey, true) : null) ??
    customerByKey(facts, workspaceId, customerKey, false) ??
    (testMode ? customerByClick(facts, clickId, true) : null) ??
    customerByClick(facts, clickId, false);
  return payer != null && known?.workspaceId !== workspaceId ? null : known;
}
