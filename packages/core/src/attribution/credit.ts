import type { Facts } from '../facts.js';
import type { Click, CreditChange, Customer, CustomerCredit, Sale } from '../model.js';
import { customerByClick, liveClick } from './attribution.js';

/**
 * The click that an id names, if credit for this customer can go to it: a click that a lead could come by, of the
 * customer's program, and of nobody else who has been named. Test and real customers each have their own clicks.
 */
export function creditableClick(
  facts: Facts,
  customer: Customer,
  clickId: string | null,
  { atMs, testMode }: { readonly atMs: number; readonly testMode: boolean },
): Click | null {
  const click = liveClick(facts, clickId, atMs);
  if (click === null || click.programId !== customer.programId) return null;
  return customerByClick(facts, clickId, testMode) === null ? click : null;
}

/** The customer with all credit from now on going to this click. Only a server moves credit, so a server has named them. */
export function creditTo(customer: Customer, click: Click): Customer {
  return {
    ...customer,
    enrollmentId: click.enrollmentId,
    partnerId: click.partnerId,
    linkId: click.linkId,
    click: { number: click.number, clickedMs: click.clickedMs },
    formerClick: customer.click,
    creditChanges: customer.creditChanges + 1,
    namedBy: 'server',
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
    ...cause,
  };
}

function creditOf({ enrollmentId, partnerId, linkId, click }: CustomerCredit): CustomerCredit {
  return { enrollmentId, partnerId, linkId, click };
}

/**
 * The customer as they were credited when a sale was recorded. A sale keeps relationship, partner and link; of the click
 * behind them only the customer and their changes of credit know.
 */
export function customerAtSale(
  customer: Customer,
  changes: readonly CreditChange[],
  sale: Pick<Sale, 'enrollmentId' | 'partnerId' | 'linkId'>,
): Customer {
  const isOfSale = (credit: CustomerCredit) =>
    credit.enrollmentId === sale.enrollmentId &&
    credit.partnerId === sale.partnerId &&
    credit.linkId === sale.linkId;
  if (isOfSale(customer)) return customer;
  const earlier = changes.find(({ from }) => isOfSale(from));
  return earlier === undefined ? customer : { ...customer, ...earlier.from };
}
