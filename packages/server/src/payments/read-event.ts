import { type EventReason, eventReason } from '@svc/contract/event-reasons';
import type { PaidCommand, PaymentCommand } from '@svc/core';
import type { Coverage } from './event-row.js';
import type { Connection } from './find-connections.js';
import type {
  AccountReport,
  PaymentProvider,
  PaymentReport,
  ProviderEvent,
  ReportedPayment,
} from './provider.js';
import { areComplete, type SaleKeys } from './sale-keys.js';

/** What an event means depends on. */
export interface EventContext {
  /** By `accountKey`, those of an endpoint of their own by id. */
  readonly connections: ReadonlyMap<string | number, Connection>;
  readonly workspacesOfPrograms: ReadonlyMap<number, number>;
  /** `live`: test events of providers count as real. */
  readonly testEvents: 'test' | 'live';
}

/** An event, and where it came from. */
export interface EventSource {
  readonly provider: PaymentProvider;
  readonly event: ProviderEvent;
  readonly receivedAtMs: number;
  /** Whether it arrived at the endpoint of a connection, not at that of the platform. */
  readonly isOfConnection: boolean;
  /** null: none is known. */
  readonly connection: Connection | null;
}

/** What is to be done about an event. */
export type Reading =
  | { readonly kind: 'ignore'; readonly reason: EventReason }
  | { readonly kind: 'account'; readonly report: AccountReport }
  | {
      readonly kind: 'submit';
      readonly command: PaidCommand | PaymentCommand;
      /** Why it is no sale; null: it is one, or it is about one. */
      readonly nothing: EventReason | null;
      readonly coverage: Coverage | null;
    };

/**
 * Interprets an event: whose it is, by its account alone, and which command it is, by its metadata as far as that stays
 * inside the workspace. Pure. Contract section 4.
 */
export function readEvent(
  { provider, event, receivedAtMs, isOfConnection, connection }: EventSource,
  report: PaymentReport | AccountReport,
  context: EventContext,
): Reading {
  const { account } = event;
  if (connection === null) {
    return { kind: 'ignore', reason: unconnectedReason(account, isOfConnection) };
  }
  const { workspaceId, status } = connection;
  if ('kind' in report && connection.kind === 'key') {
    return { kind: 'ignore', reason: eventReason('account_event') };
  }
  if ('kind' in report) {
    // The account has a live and a test mode at the provider, and losing one of them says nothing of the other.
    const isOfLive = connection.mode === 'live' && context.testEvents === 'test';
    if (event.livemode || !isOfLive) return { kind: 'account', report };
    return { kind: 'ignore', reason: eventReason('account_test_mode') };
  }
  // Whatever else is wrong with a connection by key: what its endpoint took and verified counts.
  if (connection.kind === 'connect' && status !== 'connected' && status !== 'restricted') {
    return { kind: 'ignore', reason: eventReason('connection_inactive', { status }) };
  }
  const isTest = (!event.livemode || connection.mode === 'test') && context.testEvents === 'test';
  const { references, paid, adjustments } = report;
  const isCovered = !isTest && paid !== null && !paid.isStart;
  const coverage = isCovered ? coverageOf(paid, { provider, event, workspaceId }) : null;
  const nothing = report.nothing ?? whyNoSale(paid, connection, { provider, context });
  if (references.length === 0) {
    return { kind: 'ignore', reason: nothing ?? eventReason('no_payment') };
  }
  const command: PaidCommand | PaymentCommand =
    paid === null
      ? {
          kind: 'payment',
          caller: { mode: 'server', workspaceId },
          references,
          adjustments,
          atMs: receivedAtMs,
        }
      : paidCommandOf(paid, references, { event, connection, isTest, receivedAtMs, context });
  return { kind: 'submit', command, nothing, coverage };
}

function unconnectedReason(account: string | null, isOfConnection: boolean): EventReason {
  if (isOfConnection) return eventReason('connection_inactive', { status: 'removed' });
  return account === null
    ? eventReason('no_account')
    : eventReason('account_unknown', { account_id: account });
}

/** Why money that was paid is no sale of a program of the workspace. */
function whyNoSale(
  paid: ReportedPayment | null,
  connection: Connection,
  { provider, context }: { readonly provider: PaymentProvider; readonly context: EventContext },
): EventReason | null {
  if (paid === null || connection.kind === 'key') return null;
  const { keys, kind } = paid;
  if (keys.programId === null) {
    const has = keys.customerKey !== null || keys.clickId !== null;
    if (has) return eventReason('program_missing');
    return eventReason('no_keys', { provider: provider.id, kind });
  }
  if (context.workspacesOfPrograms.get(keys.programId) !== connection.workspaceId) {
    return eventReason('program_elsewhere', { program_id: keys.programId });
  }
  if (!areComplete(keys) && !connection.isRemembered) return eventReason('keys_missing');
  return null;
}

interface PaidContext {
  readonly event: ProviderEvent;
  readonly connection: Connection;
  readonly isTest: boolean;
  readonly receivedAtMs: number;
  readonly context: EventContext;
}

function paidCommandOf(
  paid: ReportedPayment,
  references: readonly string[],
  { event, connection, isTest, receivedAtMs, context }: PaidContext,
): PaidCommand {
  const { keys } = paid;
  const programs = programsOf(keys, connection, context);
  // Through the platform only what names a program of the workspace is credited; what is remembered shows what was missed.
  const isOpen = connection.kind === 'key' || programs.programId !== null;
  return {
    kind: 'paid',
    caller: { mode: 'server', workspaceId: connection.workspaceId },
    programs,
    payer: payerOf(paid, references, connection, isOpen),
    isStart: paid.isStart,
    transactionId: paid.transactionId,
    references,
    amountCents: paid.amountCents,
    taxCents: paid.taxCents,
    items: paid.items,
    currency: paid.currency,
    customerKey: isOpen ? keys.customerKey : null,
    clickId: isOpen ? keys.clickId : null,
    code: isOpen ? keys.code : null,
    discountIds: isOpen ? paid.discountIds : [],
    testMode: isTest,
    additionalData: JSON.stringify({ processor_event_id: event.id, processor_event_type: event.type }),
    startedAtMs: paid.startedAtMs === null ? null : Math.min(paid.startedAtMs, receivedAtMs),
    // The provider's clock may be ahead of ours; a sale is never in the future.
    occurredAtMs: paid.occurredAtMs > 0 ? Math.min(paid.occurredAtMs, receivedAtMs) : null,
    atMs: receivedAtMs,
  };
}

/** A program that is not the workspace's counts as none: metadata never reaches beyond the connection. */
function programsOf(
  { programId }: SaleKeys,
  connection: Connection,
  { workspacesOfPrograms }: EventContext,
): PaidCommand['programs'] {
  const isOwn = programId !== null && workspacesOfPrograms.get(programId) === connection.workspaceId;
  if (connection.kind === 'connect') return { programId: isOwn ? programId : null, activeIds: [] };
  return { programId: isOwn ? programId : connection.programId, activeIds: connection.activeProgramIds };
}

function payerOf(
  { payer }: ReportedPayment,
  references: readonly string[],
  { id, kind, isRemembered }: Connection,
  isOpen: boolean,
): PaidCommand['payer'] {
  const { clientReference, subscription, customer, email } = payer;
  const names = [
    ...references.map((name) => ({ kind: 'payment', name }) as const),
    ...(subscription === null ? [] : [{ kind: 'subscription', name: subscription } as const]),
    ...(customer === null ? [] : [{ kind: 'customer', name: customer } as const]),
  ];
  const address = email?.trim().toLowerCase() ?? '';
  return {
    connectionId: id,
    names,
    clientReference: isOpen ? clientReference : null,
    email: isOpen && address !== '' ? address : null,
    isRemembered: isOpen && isRemembered,
    makesCustomers: kind === 'key',
  };
}

function coverageOf(
  { transactionId, kind, amountCents, currency, occurredAtMs, keys }: ReportedPayment,
  source: Pick<EventSource, 'provider' | 'event'> & { readonly workspaceId: number },
): Coverage {
  return {
    provider: source.provider.id,
    workspaceId: source.workspaceId,
    transactionId,
    kind,
    hasKeys: areComplete(keys),
    amountCents,
    currency: currency ?? '',
    eventId: source.event.id,
    occurredAtMs,
  };
}
