import type { Facts } from '../facts.js';
import type { Click, CreditChange, Customer, CustomerCredit, LeadSource, NewCredit, Sale } from '../model.js';
import { creditOfClick, customerByClick, liveClick } from './attribution.js';

/** A click that can credit a customer, and the credit that it gives them. */
interface CreditableClick {
  readonly click: Click;
  readonly credit: NewCredit;
}

/**
 * The click that an id names, if credit for this customer can go to it: a click that a lead could come by, of the
 * customer's program, and of no other customer who has been named. Test and real customers each have their own clicks. A real one whom only
 * pages have named, and without a key, keeps the click, and another customer gets its partner and link: pages would else decide with a click
 * alone that no server's report of it counts.
 */
export function creditableClick(
  facts: Facts,
  customer: Customer,
  clickId: string | null,
  { atMs, testMode }: { readonly atMs: number; readonly testMode: boolean },
): CreditableClick | null {
  const click = liveClick(facts, clickId, atMs);
  if (click === null || click.programId !== customer.programId) return null;
  const holder = customerByClick(facts, clickId, testMode);
  if (holder === null) return { click, credit: creditOfClick(click) };
  const isOfPage = holder.customerKey === null && holder.namedBy === 'browser' && holder.id !== customer.id;
  return isOfPage && !testMode ? { click, credit: { ...creditOfClick(click), click: null } } : null;
}

/** Whether nobody is credited with a customer. */
export function isUncredited({ enrollmentId, partnerId }: CustomerCredit): boolean {
  return enrollmentId === null && partnerId === null;
}

/** The customer with this credit, and the source of their name, from now on. */
export function creditTo(customer: Customer, credit: NewCredit, namedBy: LeadSource): Customer {
  return {
    ...customer,
    ...credit,
    formerClick: customer.click,
    creditChanges: customer.creditChanges + 1,
    namedBy,
  };
}

/** What to remember of credit that moved. */
export function creditChangeOf(
  before: Customer,
  after: Customer,
  cause: Pick<CreditChange, 'reason' | 'saleId' | 'occurredAtMs'>,
): CreditChange {
  return {
    customerId: after.id,
    number: after.creditChanges,
    workspaceId: after.workspaceId,
    programId: after.programId,
    from: creditOf(before),
    to: creditOf(after),
    note: null,
    by: null,
    movesSales: false,
    ...cause,
  };
}

function creditOf({ enrollmentId, partnerId, linkId, click, codeId }: CustomerCredit): CustomerCredit {
  return { enrollmentId, partnerId, linkId, click, codeId };
}

type SaleCredit = Pick<Sale, 'enrollmentId' | 'partnerId' | 'linkId' | 'creditCodeId'>;

/**
 * The customer as they were credited when a sale was recorded. A sale keeps relationship, partner, link and code; of the click
 * behind them only the customer and their changes of credit know.
 */
export function customerAtSale(
  customer: Customer,
  changes: readonly CreditChange[],
  { enrollmentId, partnerId, linkId, creditCodeId: codeId }: SaleCredit,
): Customer {
  if (codeId !== null) return { ...customer, enrollmentId, partnerId, linkId, click: null, codeId };
  const isOfSale = (credit: CustomerCredit) =>
    credit.enrollmentId === enrollmentId &&
    credit.partnerId === partnerId &&
    credit.linkId === linkId &&
    credit.codeId === null;
  if (isOfSale(customer)) return customer;
  const earlier = changes.find(({ from }) => isOfSale(from));
  return earlier === undefined ? customer : { ...customer, ...earlier.from };
}
