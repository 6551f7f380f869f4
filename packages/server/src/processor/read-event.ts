import type { PaymentCommand, SaleCommand } from '@svc/core';
import type { Coverage } from '../operations/processor/event-row.js';
import type { Connection } from '../operations/processor/find-connections.js';
import type { ProcessorEvent } from './event.js';
import { areComplete } from './translate/metadata.js';
import type { AccountTelling, Paid, Telling } from './translate/telling.js';

/** What has to be known to tell what an event means here. */
export interface Surroundings {
  readonly connections: ReadonlyMap<string, Connection>;
  readonly workspacesOfPrograms: ReadonlyMap<number, number>;
  /** `live`: the processor's test events count as real. */
  readonly testEvents: 'test' | 'live';
}

/** What is to be done about an event. */
export type Reading =
  | { readonly kind: 'ignore'; readonly workspaceId: number | null; readonly reason: string }
  | { readonly kind: 'account'; readonly workspaceId: number; readonly telling: AccountTelling }
  | {
      readonly kind: 'submit';
      readonly workspaceId: number;
      readonly command: SaleCommand | PaymentCommand;
      /** Why it is no sale; null: it is one, or it is about one. */
      readonly nothing: string | null;
      readonly coverage: Coverage | null;
    };

/**
 * Tells what an event means: whose it is, by its account alone, and which command it is, by its metadata as far as that
 * stays inside the workspace. Pure. Contract section 4.
 */
export function readEvent(
  event: ProcessorEvent,
  telling: Telling | AccountTelling,
  receivedAtMs: number,
  surroundings: Surroundings,
): Reading {
  const connection = event.account === null ? undefined : surroundings.connections.get(event.account);
  if (connection === undefined) {
    const which =
      event.account === null ? 'no account' : `account ${event.account}, which is not connected here`;
    return { kind: 'ignore', workspaceId: null, reason: `The event is of ${which}.` };
  }
  const { workspaceId, status } = connection;
  if ('kind' in telling) {
    // The account has two faces at the processor, and losing one of them says nothing of the other.
    const isOfLive = connection.livemode ?? surroundings.testEvents === 'test';
    if (event.livemode || !isOfLive) return { kind: 'account', workspaceId, telling };
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
  const isTest = !event.livemode && surroundings.testEvents === 'test';
  const coverage = isTest ? null : coverageOf(telling.paid, workspaceId, event);
  const nothing = telling.nothing ?? whyNoSale(telling.paid, workspaceId, surroundings);
  if (telling.references.length === 0) {
    return { kind: 'ignore', workspaceId, reason: nothing ?? 'The event names no payment.' };
  }
  const { references, notices } = telling;
  const programId = telling.paid?.keys.programId ?? null;
  const command: SaleCommand | PaymentCommand =
    telling.paid === null || nothing !== null || programId === null
      ? { kind: 'payment', caller: { mode: 'server', workspaceId }, references, notices, atMs: receivedAtMs }
      : saleOf(telling.paid, references, { event, workspaceId, programId, isTest, receivedAtMs });
  return { kind: 'submit', workspaceId, command, nothing, coverage };
}

/** Why money that was paid is no sale of a program of the workspace. */
function whyNoSale(paid: Paid | null, workspaceId: number, surroundings: Surroundings): string | null {
  if (paid === null) return null;
  const { keys, what } = paid;
  if (keys.programId === null) {
    const has = keys.customerKey !== null || keys.clickId !== null;
    if (has) return 'Its metadata has no program_id, or one that is no number.';
    return what === 'renewal'
      ? 'It carries none of our metadata. For renewals, repeat the keys in subscription_data.metadata of the checkout.'
      : 'It carries none of our metadata.';
  }
  if (surroundings.workspacesOfPrograms.get(keys.programId) !== workspaceId) {
    return `Program ${keys.programId} is not one of the workspace its account belongs to.`;
  }
  if (!areComplete(keys)) return 'Its metadata has neither a customer key nor a click id.';
  return null;
}

interface SaleOf {
  readonly event: ProcessorEvent;
  readonly workspaceId: number;
  readonly programId: number;
  readonly isTest: boolean;
  readonly receivedAtMs: number;
}

function saleOf(paid: Paid, references: readonly string[], of: SaleOf): SaleCommand {
  const { event, workspaceId, programId, isTest, receivedAtMs } = of;
  return {
    kind: 'sale',
    caller: { mode: 'server', programId, workspaceId },
    transactionId: paid.transactionId,
    aliases: references,
    amountCents: paid.amountCents,
    taxCents: paid.taxCents,
    currency: paid.currency,
    customerKey: paid.keys.customerKey,
    clickId: paid.keys.clickId,
    testMode: isTest,
    source: 'processor',
    additionalData: JSON.stringify({ processor_event_id: event.id, processor_event_type: event.type }),
    // The processor's clock may be ahead of ours; a sale is never in the future.
    occurredAtMs: paid.occurredAtMs > 0 ? Math.min(paid.occurredAtMs, receivedAtMs) : null,
    atMs: receivedAtMs,
  };
}

function coverageOf(paid: Paid | null, workspaceId: number, event: ProcessorEvent): Coverage | null {
  if (paid === null) return null;
  const { transactionId, what: kind, amountCents, currency, occurredAtMs } = paid;
  const hasKeys = areComplete(paid.keys);
  return {
    workspaceId,
    transactionId,
    kind,
    hasKeys,
    amountCents,
    currency,
    eventId: event.id,
    occurredAtMs,
  };
}
