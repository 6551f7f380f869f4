import { customerClickIndex, customerKeyIndex, type Facts } from '../facts.js';
import type { Click, Customer, CustomerCredit, LeadSource, NewCredit } from '../model.js';
import { formatClickId, isClickInWindow } from './click-id.js';
import { dimensionsOfCode } from './dimensions.js';

/** The click an id names, unless it is unknown or too old to be given credit. Contract section 2, lead rule 3. */
export function liveClick(facts: Facts, clickId: string | null, atMs: number): Click | null {
  if (clickId === null) return null;
  const click = facts.clicks.get(clickId);
  if (click === undefined) return null;
  return isClickInWindow(click.clickedMs, click.cookieWindowDays, atMs) ? click : null;
}

/** The customer with this key in the workspace, if any: the real or the test customer. */
export function customerByKey(
  facts: Facts,
  workspaceId: number,
  customerKey: string | null,
  testMode: boolean,
): Customer | null {
  if (customerKey === null) return null;
  const id = facts.customerByKey.get(customerKeyIndex(workspaceId, customerKey, testMode));
  return id === undefined ? null : (facts.customers.get(id) ?? null);
}

/** The customer a click has become, if a lead or a sale has named it: the real or the test customer. */
export function customerByClick(facts: Facts, clickId: string | null, testMode: boolean): Customer | null {
  if (clickId === null) return null;
  const id = facts.customerByClick.get(customerClickIndex(clickId, testMode));
  return id === undefined ? null : (facts.customers.get(id) ?? null);
}

/** How a lead or a sale names a customer who is new. */
export interface Naming {
  readonly id: number;
  readonly customerKey: string | null;
  readonly testMode: boolean;
  readonly namedBy: LeadSource;
  readonly atMs: number;
}

/** The credit that a click gives: its partner's. */
export function creditOfClick(click: Click): NewCredit {
  const { enrollmentId, partnerId, linkId, number, clickedMs, dimensions, evidence } = click;
  return {
    enrollmentId,
    partnerId,
    linkId,
    click: { number, clickedMs },
    codeId: null,
    dimensions,
    clickEvidence: evidence,
  };
}

/** Of a customer nobody brought. */
export const NO_CREDIT: NewCredit = {
  enrollmentId: null,
  partnerId: null,
  linkId: null,
  click: null,
  codeId: null,
  dimensions: null,
  clickEvidence: null,
};

/** A customer as a lead or a sale names one, still a visitor. */
export function newVisitor(
  program: { readonly id: number; readonly workspaceId: number },
  credit: NewCredit,
  naming: Naming,
): Customer {
  return {
    id: naming.id,
    workspaceId: program.workspaceId,
    programId: program.id,
    customerKey: naming.customerKey,
    email: null,
    status: 'visitor',
    enrollmentId: credit.enrollmentId,
    partnerId: credit.partnerId,
    linkId: credit.linkId,
    click: credit.click,
    codeId: credit.codeId,
    dimensions: credit.dimensions,
    clickEvidence: credit.clickEvidence,
    formerClick: null,
    creditChanges: 0,
    testMode: naming.testMode,
    namedBy: naming.namedBy,
    createdAtMs: naming.atMs,
    leadAtMs: null,
    firstSaleId: null,
    firstSaleAtMs: null,
  };
}

/**
 * Under which values a lead or a sale counts: those of the click that is credited, or of the code. Contract 2 section 10.
 */
export function creditedDimensions(
  { linkId, codeId }: Pick<CustomerCredit, 'linkId' | 'codeId'>,
  { dimensions }: Customer,
): string | null {
  if (codeId !== null) return dimensionsOfCode(codeId, linkId);
  return linkId === null ? null : dimensions;
}

/** The id of the click a customer came by, or null. */
export function clickIdOf(customer: Customer): string | null {
  return customer.click === null ? null : formatClickId(customer.click);
}
