import { formatClickId, isClickInWindow } from './click-id.js';
import { customerKeyIndex, type Facts } from './facts.js';
import type { Click, Customer } from './model.js';

/** The click an id names, unless it is unknown or too old to be given credit. Contract section 2, lead rule 3. */
export function liveClick(facts: Facts, clickId: string | null, atMs: number): Click | null {
  if (clickId === null) return null;
  const click = facts.clicks.get(clickId);
  if (click === undefined) return null;
  return isClickInWindow(click.clickedMs, click.cookieWindowDays, atMs) ? click : null;
}

/** The customer with this key in the workspace, if any. */
export function customerByKey(
  facts: Facts,
  workspaceId: number,
  customerKey: string | null,
): Customer | null {
  if (customerKey === null) return null;
  const id = facts.customerByKey.get(customerKeyIndex(workspaceId, customerKey));
  return id === undefined ? null : (facts.customers.get(id) ?? null);
}

/** The customer a click has become, if a lead or a sale has named it. */
export function customerByClick(facts: Facts, clickId: string | null): Customer | null {
  if (clickId === null) return null;
  const id = facts.customerByClick.get(clickId);
  return id === undefined ? null : (facts.customers.get(id) ?? null);
}

/** A customer as a click makes one: credited to the click's partner, still a visitor. */
export function visitorOf(click: Click, id: number, customerKey: string | null, atMs: number): Customer {
  return {
    id,
    workspaceId: click.workspaceId,
    programId: click.programId,
    customerKey,
    email: null,
    status: 'visitor',
    enrollmentId: click.enrollmentId,
    partnerId: click.partnerId,
    linkId: click.linkId,
    click: { number: click.number, clickedMs: click.clickedMs },
    createdAtMs: atMs,
    leadAtMs: null,
    firstSaleId: null,
    firstSaleAtMs: null,
  };
}

/** A customer nobody brought. */
export function unattributedVisitor(
  id: number,
  workspaceId: number,
  programId: number,
  customerKey: string,
  atMs: number,
): Customer {
  return {
    id,
    workspaceId,
    programId,
    customerKey,
    email: null,
    status: 'visitor',
    enrollmentId: null,
    partnerId: null,
    linkId: null,
    click: null,
    createdAtMs: atMs,
    leadAtMs: null,
    firstSaleId: null,
    firstSaleAtMs: null,
  };
}

/** The id of the click a customer came by, or null. */
export function clickIdOf(customer: Customer): string | null {
  return customer.click === null ? null : formatClickId(customer.click);
}
