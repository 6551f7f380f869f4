import type { SaleCommand } from '../commands.js';
import { type Facts, inProgram } from '../facts.js';
import type { Click, Customer, LeadSource, NewCredit } from '../model.js';
import { creditOfClick, customerByClick, customerByKey, liveClick } from './attribution.js';
import { parseClickId } from './click-id.js';
import { findCode } from './code.js';
import type { CreditWay, PayerName, PayerPrograms, RememberedPayer } from './payer-model.js';

/** Returns the index of a provider's identifier within one connection. */
export function payerIndex(connectionId: number, { kind, name }: PayerName): string {
  return `${connectionId} ${kind} ${name}`;
}

/** Result of one way: an existing customer, or the credit for a new one. */
export type PayerHit = {
  readonly way: CreditWay;
  /** Source of the claim if the customer is new. */
  readonly namedBy: LeadSource;
} & (
  | { readonly customer: Customer; readonly credit: null }
  | { readonly customer: null; readonly credit: NewCredit }
);

type PayersSale = Pick<
  SaleCommand,
  'caller' | 'clickId' | 'customerKey' | 'testMode' | 'payer' | 'startedAtMs'
>;

/** Looks up the reference of a checkout. A browser attached it, so a new customer counts as named by a page. */
export function referenceHit(sale: PayersSale, facts: Facts, soldAtMs: number): PayerHit | null {
  const { caller, testMode, payer } = sale;
  const reference = payer?.clientReference ?? null;
  const found = { way: 'client_reference', namedBy: 'browser' } as const;
  const customer =
    (testMode ? customerByClick(facts, reference, true) : null) ??
    customerByClick(facts, reference, false) ??
    (testMode ? customerByKey(facts, caller.workspaceId, reference, true) : null) ??
    customerByKey(facts, caller.workspaceId, reference, false);
  if (customer !== null) return isOpenTo(sale, customer) ? { ...found, customer, credit: null } : null;
  const click = clickBefore(sale, liveClick(facts, reference, soldAtMs));
  return click?.programId === caller.programId
    ? { ...found, customer: null, credit: creditOfClick(click) }
    : null;
}

/** Allowed difference between the clocks of the provider and this service. */
const SKEW_MS = 1_000;

/** Returns the click, or null if it was made after the checkout began. */
export function clickBefore(
  { startedAtMs }: Pick<SaleCommand, 'startedAtMs'>,
  click: Click | null,
): Click | null {
  const isLater = click !== null && startedAtMs != null && click.clickedMs > startedAtMs + SKEW_MS;
  return isLater ? null : click;
}

/** Looks up the remembered customers for the payer's identifiers of one kind. */
export function rememberedHits(sale: PayersSale, facts: Facts, kind: PayerName['kind']): readonly PayerHit[] {
  const { payer } = sale;
  if (payer == null || !(payer.isRemembered || kind === 'payment')) return [];
  const names = payer.names.filter((name) => name.kind === kind);
  return names.flatMap((name): readonly PayerHit[] => {
    const remembered = facts.payers.get(payerIndex(payer.connectionId, name));
    const customer = facts.customers.get(remembered?.customerId ?? 0);
    if (remembered === undefined || customer === undefined || !isOpenTo(sale, customer)) return [];
    const way = wayOf(kind, remembered);
    // The metadata names another customer who pays with the same account at the provider.
    const isOther =
      sale.customerKey !== null && customer.customerKey !== null && customer.customerKey !== sale.customerKey;
    if (!isOther) return [{ way, namedBy: 'server', customer, credit: null }];
    const credit = creditLike(customer);
    return credit === null ? [] : [{ way, namedBy: customer.namedBy, customer: null, credit }];
  });
}

function wayOf(kind: PayerName['kind'], { way }: RememberedPayer): CreditWay {
  if (kind === 'payment') return way;
  return kind === 'subscription' ? 'subscription' : 'provider_customer';
}

/** Looks up the real customer with the payer's email address, if the program matches addresses and exactly one has it. */
export function emailHit({ payer, testMode, caller }: PayersSale, facts: Facts): PayerHit | null {
  if (payer?.email == null || testMode || facts.programs.get(caller.programId)?.matchesEmail !== true)
    return null;
  const [id, ...others] = facts.customersByEmail.get(inProgram(caller.programId, payer.email)) ?? [];
  const customer = id === undefined || others.length > 0 ? undefined : facts.customers.get(id);
  return customer === undefined ? null : { way: 'email', namedBy: 'server', customer, credit: null };
}

/** Whether the sale may belong to this customer. Real sales never belong to test customers. */
function isOpenTo({ caller, testMode }: PayersSale, customer: Customer): boolean {
  return (
    customer.workspaceId === caller.workspaceId &&
    customer.programId === caller.programId &&
    (testMode || !customer.testMode)
  );
}

/** Returns the credit of a customer for use by another one, without the click, which belongs to one customer; null if there is none. */
export function creditLike(customer: Customer): NewCredit | null {
  const { enrollmentId, partnerId, linkId, codeId, dimensions, clickEvidence } = customer;
  if (enrollmentId === null || partnerId === null) return null;
  return { enrollmentId, partnerId, linkId, codeId, dimensions, clickEvidence, click: null };
}

type ProgramlessSale = Omit<PayersSale, 'caller'> &
  Pick<SaleCommand, 'code' | 'discountIds'> & { readonly caller: { readonly workspaceId: number } };

/**
 * Returns the program of a payment: the one named by the metadata or the connection, else that of the click, the customer or the code, else
 * the only active program of the workspace. Returns null if several programs remain: guessing could pay a partner of the wrong one.
 */
export function programOfPayer(
  sale: ProgramlessSale,
  { programId, activeIds }: PayerPrograms,
  facts: Facts,
): number | null {
  if (programId !== null) return programId;
  const { workspaceId } = sale.caller;
  const [clickId, reference] = [sale.clickId, sale.payer?.clientReference ?? null];
  const named = [
    customerByKey(facts, workspaceId, sale.customerKey, false),
    ...[clickId, reference].flatMap((id) => (id === null ? [] : [facts.clicks.get(id)])),
    customerByKey(facts, workspaceId, reference, false),
    ...rememberedCustomers(sale, facts),
  ].find((one) => one?.workspaceId === workspaceId);
  if (named != null) return named.programId;
  const ofCode = activeIds.filter((id) => findCode(facts, id, sale)?.code != null);
  const [onlyId, ...others] = ofCode.length > 0 ? ofCode : activeIds;
  return onlyId === undefined || others.length > 0 ? null : onlyId;
}

function rememberedCustomers({ payer }: ProgramlessSale, facts: Facts): readonly (Customer | undefined)[] {
  if (payer == null) return [];
  return payer.names.map((name) =>
    facts.customers.get(facts.payers.get(payerIndex(payer.connectionId, name))?.customerId ?? 0),
  );
}

/**
 * Whether a payment carries a key, a code or a click id of this service. Without any of them it is most likely a payment of a customer
 * who was not referred, and is not listed as uncredited.
 */
export function carriesOurs({
  customerKey,
  clickId,
  code,
  payer,
}: Pick<SaleCommand, 'customerKey' | 'clickId' | 'code' | 'payer'>): boolean {
  if (payer == null) return true;
  const isOurs = payer.clientReference !== null && parseClickId(payer.clientReference) !== null;
  return isOurs || customerKey !== null || clickId !== null || code !== null;
}

/** Whether an earlier payment would attribute this one, if the connection did not require metadata on each payment. */
export function lacksMetadata({ payer }: Pick<SaleCommand, 'payer'>, facts: Facts): boolean {
  if (payer == null || payer.isRemembered) return false;
  return payer.names.some((name) => {
    const remembered = facts.payers.get(payerIndex(payer.connectionId, name));
    return facts.customers.get(remembered?.customerId ?? 0)?.partnerId != null;
  });
}
