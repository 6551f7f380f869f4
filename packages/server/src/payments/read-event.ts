import type { PaymentCommand, SaleCommand } from '@svc/core';
import type { Coverage } from './event-row.js';
import { accountKey, type Connection } from './find-connections.js';
import type {
  AccountReport,
  PaymentProvider,
  PaymentReport,
  ProviderEvent,
  ReportedPayment,
} from './provider.js';
import { areComplete } from './sale-keys.js';

/** What an event means depends on. */
export interface EventContext {
  /** By `accountKey`. */
  readonly connections: ReadonlyMap<string, Connection>;
  readonly workspacesOfPrograms: ReadonlyMap<number, number>;
  /** `live`: test events of providers count as real. */
  readonly testEvents: 'test' | 'live';
}

/** An event, and where it came from. */
export interface EventSource {
  readonly provider: PaymentProvider;
  readonly event: ProviderEvent;
  readonly receivedAtMs: number;
}

/** What is to be done about an event. */
export type Reading =
  | { readonly kind: 'ignore'; readonly workspaceId: number | null; readonly reason: string }
  | { readonly kind: 'account'; readonly workspaceId: number; readonly report: AccountReport }
  | {
      readonly kind: 'submit';
      readonly workspaceId: number;
      readonly command: SaleCommand | PaymentCommand;
      /** Why it is no sale; null: it is one, or it is about one. */
      readonly nothing: string | null;
      readonly coverage: Coverage | null;
    };

/**
 * Interprets an event: whose it is, by its account alone, and which command it is, by its metadata as far as that stays
 * inside the workspace. Pure. Contract section 4.
 */
export function readEvent(
  { provider, event, receivedAtMs }: EventSource,
  report: PaymentReport | AccountReport,
  context: EventContext,
): Reading {
  const { account } = event;
  const connection =
    account === null
      ? undefined
      : context.connections.get(accountKey({ provider: provider.id, accountId: account }));
  if (connection === undefined) {
    const which = account === null ? 'no account' : `account ${account}, which is not connected here`;
    return { kind: 'ignore', workspaceId: null, reason: `The event is of ${which}.` };
  }
  const { workspaceId, status } = connection;
  if ('kind' in report) {
    // The account has a live and a test mode at the provider, and losing one of them says nothing of the other.
    const isOfLive = connection.livemode ?? context.testEvents === 'test';
    if (event.livemode || !isOfLive) return { kind: 'account', workspaceId, report };
    const reason = 'It is of test mode, and the account is connected with real money.';
    return { kind: 'ignore', workspaceId, reason };
  }
  if (status !== 'connected' && status !== 'restricted') {
    return {
      kind: 'ignore',
      workspaceId,
      reason: `The account of the event is ${status.replace('_', ' ')}.`,
    };
  }
  const isTest = !event.livemode && context.testEvents === 'test';
  const { references, paid, adjustments } = report;
  const coverage = isTest || paid === null ? null : coverageOf(paid, { provider, event, workspaceId });
  const nothing = report.nothing ?? whyNoSale(paid, workspaceId, { provider, context });
  if (references.length === 0) {
    return { kind: 'ignore', workspaceId, reason: nothing ?? 'The event is about no payment.' };
  }
  const programId = paid?.keys.programId ?? null;
  const command: SaleCommand | PaymentCommand =
    paid === null || nothing !== null || programId === null
      ? {
          kind: 'payment',
          caller: { mode: 'server', workspaceId },
          references,
          adjustments,
          atMs: receivedAtMs,
        }
      : saleCommandOf(paid, references, { event, workspaceId, programId, isTest, receivedAtMs });
  return { kind: 'submit', workspaceId, command, nothing, coverage };
}

/** Why money that was paid is no sale of a program of the workspace. */
function whyNoSale(
  paid: ReportedPayment | null,
  workspaceId: number,
  { provider, context }: { readonly provider: PaymentProvider; readonly context: EventContext },
): string | null {
  if (paid === null) return null;
  const { keys, kind } = paid;
  if (keys.programId === null) {
    const has = keys.customerKey !== null || keys.clickId !== null;
    if (has) return 'Its metadata has no program_id, or one that is no number.';
    const none = 'It carries none of our metadata.';
    return kind === 'renewal' ? `${none} ${provider.metadataAdvice.renewal}` : none;
  }
  if (context.workspacesOfPrograms.get(keys.programId) !== workspaceId) {
    return `Program ${keys.programId} is not one of the workspace its account belongs to.`;
  }
  if (!areComplete(keys)) return 'Its metadata has neither a customer key nor a click id.';
  return null;
}

interface SaleContext {
  readonly event: ProviderEvent;
  readonly workspaceId: number;
  readonly programId: number;
  readonly isTest: boolean;
  readonly receivedAtMs: number;
}

function saleCommandOf(
  paid: ReportedPayment,
  references: readonly string[],
  { event, workspaceId, programId, isTest, receivedAtMs }: SaleContext,
): SaleCommand {
  return {
    kind: 'sale',
    caller: { mode: 'server', programId, workspaceId },
    transactionId: paid.transactionId,
    references: references,
    amountCents: paid.amountCents,
    taxCents: paid.taxCents,
    items: paid.items,
    currency: paid.currency,
    customerKey: paid.keys.customerKey,
    clickId: paid.keys.clickId,
    code: paid.keys.code,
    discountIds: paid.discountIds,
    testMode: isTest,
    source: 'processor',
    additionalData: JSON.stringify({ processor_event_id: event.id, processor_event_type: event.type }),
    // The provider's clock may be ahead of ours; a sale is never in the future.
    occurredAtMs: paid.occurredAtMs > 0 ? Math.min(paid.occurredAtMs, receivedAtMs) : null,
    atMs: receivedAtMs,
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
    currency,
    eventId: source.event.id,
    occurredAtMs,
  };
}
