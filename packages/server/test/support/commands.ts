import { randomInt } from 'node:crypto';
import type { ClickCommand, LeadCommand, RefundCommand, SaleCommand } from '@svc/core';
import { type SeededProgram, uniqueName } from './seed.js';

type Of = Pick<SeededProgram, 'programId' | 'workspaceId'>;

/** The caller that holds a key of this program. */
export function serverOf({ programId, workspaceId }: Of) {
  return { mode: 'server', programId, workspaceId } as const;
}

/** A click through the program's link, now. */
export function clickOf(program: SeededProgram, overrides: Partial<ClickCommand> = {}): ClickCommand {
  return {
    kind: 'click',
    caller: serverOf(program),
    key: { number: randomInt(2 ** 47), clickedMs: Date.now() },
    shortLinkKey: program.shortLink.toLowerCase(),
    affiliateUrl: program.affiliateUrl,
    redirectClickId: null,
    visitor: null,
    referrer: null,
    testMode: false,
    bot: false,
    additionalData: null,
    ...overrides,
  };
}

/** A signup, now, of a customer with a new key unless said otherwise. */
export function leadOf(program: Of, overrides: Partial<LeadCommand> = {}): LeadCommand {
  return {
    kind: 'lead',
    code: null,
    occurredAtMs: null,
    caller: serverOf(program),
    clickId: null,
    customerKey: uniqueName('customer'),
    email: null,
    programId: null,
    testMode: false,
    additionalData: null,
    atMs: Date.now(),
    ...overrides,
  };
}

/** A payment of 100.00, now, with a new transaction id unless said otherwise. */
export function saleOf(program: Of, overrides: Partial<SaleCommand> = {}): SaleCommand {
  return {
    kind: 'sale',
    code: null,
    discountIds: [],
    caller: serverOf(program),
    transactionId: uniqueName('txn'),
    references: [],
    amountCents: 10_000,
    taxCents: 0,
    items: null,
    currency: null,
    customerKey: null,
    clickId: null,
    testMode: false,
    source: 'api',
    additionalData: null,
    occurredAtMs: null,
    atMs: Date.now(),
    ...overrides,
  };
}

/** A refund, now, of all that is left unless said otherwise. */
export function refundOf(
  program: Of,
  transactionId: string,
  overrides: Partial<RefundCommand> = {},
): RefundCommand {
  return {
    kind: 'refund',
    occurredAtMs: null,
    caller: serverOf(program),
    transactionId,
    amountCents: null,
    refundKey: null,
    source: 'api',
    atMs: Date.now(),
    ...overrides,
  };
}
