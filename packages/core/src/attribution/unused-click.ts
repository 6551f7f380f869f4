import type { LeadCommand, SaleCommand } from '../commands.js';
import type { Effect, Facts } from '../facts.js';
import type { Click, ClickKey, Customer } from '../model.js';
import { isClickInWindow } from './click-id.js';

/** What named the click: the lead that is recorded, a later lead, or a sale, and when. */
interface Naming {
  readonly saleId: number | null;
  readonly isOfLead: boolean;
  /** To when the window of the click is counted. */
  readonly atMs: number;
}

/**
 * Notes the click that a command names where it leads to a customer, as they are with the command, who is credited by something else.
 * Nothing is noted of tests, of clicks of other programs, and of the clicks by which the customer is known.
 */
export function noteUnusedClick(
  { clickId, testMode }: Pick<LeadCommand | SaleCommand, 'clickId' | 'testMode'>,
  facts: Facts,
  customer: Customer,
  { saleId, isOfLead, atMs }: Naming,
): Effect[] {
  const click = clickId === null || testMode ? undefined : facts.clicks.get(clickId);
  if (click === undefined || click.programId !== customer.programId || customer.testMode) return [];
  if (isSame(click, customer.click) || isSame(click, customer.formerClick)) return [];
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

function isSame(click: Click, other: ClickKey | null): boolean {
  return other !== null && other.number === click.number && other.clickedMs === click.clickedMs;
}
