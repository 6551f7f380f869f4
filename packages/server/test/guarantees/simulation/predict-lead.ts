import type { LeadCommand } from '@svc/core';
import {
  customerOfClick,
  customerWithKey,
  liveClick,
  moveCredit,
  newCustomer,
  predictClaim,
} from './customers.js';
import { addToTotals, type ClickState, type CustomerState, type Model, type ProgramState } from './model.js';
import { type Prediction, refused } from './prediction.js';

function missingCustomer({ clickId }: LeadCommand): 'lead_ids_missing' | 'lead_customer_not_found' {
  return clickId === null ? 'lead_ids_missing' : 'lead_customer_not_found';
}

function programOfLead(model: Model, command: LeadCommand, click: ClickState | null): ProgramState | string {
  const { caller } = command;
  if (caller.mode === 'server') {
    const own = model.programs.find(({ id }) => id === caller.programId);
    if (own === undefined) throw new Error('a key of no program');
    return click !== null && click.enrollment.program !== own ? 'customer_other_program' : own;
  }
  if (click === null && command.customerKey === null) return missingCustomer(command);
  const listing = model.programs.filter(({ origins }) => origins.includes(caller.origin ?? ''));
  if (click !== null) {
    return accepting(listing.find((one) => one === click.enrollment.program));
  }
  if (command.programId !== null) return accepting(listing.find(({ id }) => id === command.programId));
  if (listing.length > 1) return 'lead_customer_not_found';
  return accepting(listing[0]);
}

function accepting(program: ProgramState | undefined): ProgramState | string {
  if (program === undefined) return 'origin_not_allowed';
  return program.leadSource === 'server' ? 'lead_server_only' : program;
}

/** A lead of a customer who is a lead already: a server's decides on a claim that only pages have made, and brings its key. */
function predictKnown(model: Model, command: LeadCommand, customer: CustomerState): Prediction {
  const isBrowser = command.caller.mode === 'browser';
  const refusal = refused('status_not_visitor', { status: isBrowser ? 'lead' : customer.status });
  if (isBrowser) return refusal;
  const isClaim = customer.namedBy === 'browser' && !command.testMode;
  const claim = isClaim ? predictClaim(model, customer, command.clickId, command.atMs) : null;
  return {
    ...refusal,
    apply() {
      customer.key ??= command.customerKey;
      if (claim?.isConfirmed) customer.namedBy = 'server';
      moveCredit(model, customer, claim?.click ?? null);
    },
  };
}

/** Predicts what a lead is answered, and what it changes. */
export function predictLead(model: Model, command: LeadCommand): Prediction {
  const { customerKey, atMs, testMode } = command;
  const click = liveClick(model, command.clickId, atMs);
  const program = programOfLead(model, command, click);
  if (typeof program === 'string') return refused(program);
  const known = customerWithKey(model, program.workspaceId, customerKey, testMode);
  if (known !== undefined && known.program !== program) return refused('customer_other_program');
  if (known === undefined && click === null && customerKey === null) {
    return refused(missingCustomer(command));
  }
  const stored = known ?? (click === null ? undefined : customerOfClick(model, click.id, testMode));
  if (stored !== undefined && stored.status !== 'visitor') return predictKnown(model, command, stored);
  const customer = stored ?? newCustomer(program, click, command);
  const key = known === undefined ? (customerKey ?? customer.key) : known.key;
  const attributed = customer.click !== null;
  return {
    expected: {
      kind: 'lead',
      clickId: customer.click?.id ?? null,
      customerKey: key,
      attributed,
      testMode,
    },
    touched: [],
    apply() {
      if (stored === undefined) model.customers.push(customer);
      customer.key = key;
      customer.status = 'lead';
      if (testMode) return;
      const partnerId = customer.click?.enrollment.partnerId ?? 0;
      const linkId = customer.click?.link.id ?? 0;
      addToTotals(
        model,
        { programId: program.id, partnerId, linkId, currency: program.currency, atMs },
        { leads: 1n },
      );
    },
  };
}
