import type { LeadCommand, SaleCommand } from '@svc/core';
import type { ClickState, CustomerState, Model, ProgramState } from './model.js';

const DAY_MS = 24 * 3600 * 1000;

/** The click with this id, unless it is unknown or past its window. */
export function liveClick(model: Model, id: string | null, atMs: number): ClickState | null {
  const click = id === null ? undefined : model.clicks.get(id);
  if (click === undefined) return null;
  return atMs - click.atMs <= click.enrollment.program.windowDays * DAY_MS ? click : null;
}

/** The real or the test customer with this key. */
export function customerWithKey(
  model: Model,
  workspaceId: number,
  key: string | null,
  isTest: boolean,
): CustomerState | undefined {
  if (key === null) return undefined;
  return model.customers.find(
    (one) => one.key === key && one.program.workspaceId === workspaceId && one.isTest === isTest,
  );
}

/** The real or the test customer that a click has become, or had become before credit moved. */
export function customerOfClick(model: Model, id: string | null, isTest: boolean): CustomerState | undefined {
  if (id === null) return undefined;
  const isOf = (one: CustomerState) =>
    (one.click?.id === id && !one.isBorrowed) || one.formerClick?.id === id;
  return model.customers.find((one) => isOf(one) && one.isTest === isTest);
}

/** A customer nobody has named before. */
export function newCustomer(
  program: ProgramState,
  click: ClickState | null,
  command: LeadCommand | SaleCommand,
): CustomerState {
  return {
    program,
    click,
    isTest: command.testMode,
    namedBy: command.caller.mode,
    isBorrowed: false,
    formerClick: null,
    key: null,
    status: 'visitor',
    firstSale: null,
    firstAtMs: null,
  };
}

/** The click that credit for a customer can go to: live, of their program, and of no other but one without a key whom only pages have named. */
export function creditableClick(
  model: Model,
  customer: CustomerState,
  id: string | null,
  { atMs, isTest }: { readonly atMs: number; readonly isTest: boolean },
): ClickState | null {
  const click = liveClick(model, id, atMs);
  if (click === null || click.enrollment.program !== customer.program) return null;
  const holder = customerOfClick(model, id, isTest);
  if (holder === undefined) return click;
  const isOfPage = holder.key === null && holder.namedBy === 'browser' && holder !== customer;
  return isOfPage && !isTest ? click : null;
}

/** What a server's report says about a customer whom only pages have named: another click to be credited, and whether that is final. */
export interface ClaimPrediction {
  readonly click: ClickState | null;
  readonly isConfirmed: boolean;
}

/** Predicts what a report with this click says: clicks of suspended and rejected partners count where no credit was given yet. */
export function predictClaim(
  model: Model,
  customer: CustomerState,
  id: string | null,
  atMs: number,
): ClaimPrediction {
  const free = creditableClick(model, customer, id, { atMs, isTest: false });
  const named =
    free ?? (customer.click?.id === id && !customer.isBorrowed ? liveClick(model, id, atMs) : null);
  if (named === null) return { click: null, isConfirmed: false };
  const isConfirmed = !['suspended', 'rejected'].includes(named.enrollment.status);
  const isOther = named.link !== customer.click?.link;
  const isMoved = isOther && (isConfirmed || customer.click === null);
  return { click: isMoved ? named : null, isConfirmed };
}

/** Moves the credit of a customer to a click. */
export function moveCredit(model: Model, customer: CustomerState, click: ClickState | null): void {
  if (click === null) return;
  const isBorrowed = customerOfClick(model, click.id, customer.isTest) !== undefined;
  customer.formerClick = customer.isBorrowed ? null : customer.click;
  customer.click = click;
  customer.isBorrowed = isBorrowed;
}
