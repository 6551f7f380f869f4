import type { LeadCommand, SaleCommand } from '../commands.js';
import type { Effect, Facts } from '../facts.js';
import type { Click, ClickKey, Customer } from '../model.js';
import { isClickInWindow } from './click-id.js';

/** What named the click: the lead that is recorded, or a sale, and when. */
interface Naming {
  readonly saleId: number | null;
  readonly isOfLead: boolean;
  /** To when the window of the click is counted. */
  readonly atMs: number;
}

/**
 * Notes the click that a command names where it leads to a customer, as they are with the command, who is credited by something else.
 * Nothing is noted of tests, of clicks of other programs, and of the clicks by which the customer is known, but for the one that confirmed a
 * page's claim: until then, another click would have moved it.
 */
export function noteUnusedClick(
  { clickId, testMode }: Pick<LeadCommand | SaleCommand, 'clickId' | 'testMode'>,
  facts: Facts,
  customer: Customer,
  { saleId, isOfLead, atMs }: Naming,
): Effect[] {
  const click = clickId === null || testMode ? undefined : facts.clicks.get(clickId);
  if (click === undefined || click.programId !== customer.programId || customer.testMode) return [];
  const isOwn = isSameClick(click, customer.click) || isSameClick(click, customer.formerClick);
  if (isOwn && !isConfirmed(customer, facts.customers.get(customer.id))) return [];
  const { number, clickedMs, programId, enrollmentId, partnerId, linkId, cookieWindowDays } = click;
  const unused = {
    programId,
    customerId: customer.id,
    saleId,
    isOfLead,
    click: { number, clickedMs },
    enrollmentId,
    partnerId,
    linkId,
    isExpired: !isClickInWindow(clickedMs, cookieWindowDays, atMs),
    occurredAtMs: atMs,
  };
  return [{ kind: 'unused_click', unused }];
}

/** Returns whether a report left the credit of a customer whom only pages had named as it was, and made it a server's word. */
function isConfirmed(after: Customer, before: Customer | undefined): boolean {
  return (
    before?.namedBy === 'browser' &&
    after.namedBy === 'server' &&
    before.creditChanges === after.creditChanges
  );
}

/** Returns whether a key is that of a click. */
export function isSameClick(click: Click, other: ClickKey | null): boolean {
  return other !== null && other.number === click.number && other.clickedMs === click.clickedMs;
}
