import type { EventReason } from '@svc/contract/event-reasons';
import type { PaymentKind, ProviderEvent } from './provider.js';

/** The kind of the work items of events; their key is the event's row id. */
export const EVENT_WORK = 'provider_event';

/** SQL: the event came to the endpoint of connection `c`, or to that of the platform from its account. */
export const isOfConnection = (event: string) => `case when ${event}.connection_id is null
  then c.kind = 'connect' and c.account_id = ${event}.account_id and c.provider = ${event}.provider
  else c.id = ${event}.connection_id end`;

/** An event as it arrived, before it is stored. */
export interface ArrivedEvent {
  /** The id of its provider. */
  readonly provider: string;
  readonly eventId: string;
  readonly type: string;
  /** The connection whose endpoint took it, or whose account was asked; null: the platform's. */
  readonly connectionId: number | null;
  readonly accountId: string | null;
  readonly createdMs: number;
  /** As it was sent. */
  readonly body: string;
  readonly receivedAtMs: number;
}

/** An event as it is stored: what was parsed of it, and the body it was parsed from. */
export function arrivedEvent(
  from: Pick<ArrivedEvent, 'provider' | 'connectionId'>,
  { id, type, account, createdMs }: ProviderEvent,
  body: string,
  receivedAtMs: number,
): ArrivedEvent {
  return { ...from, eventId: id, type, accountId: account, createdMs, body, receivedAtMs };
}

/** An event that is leased to this process, to be processed. */
export interface LeasedEvent {
  readonly id: number;
  readonly provider: string;
  readonly connectionId: number | null;
  readonly body: string;
  readonly receivedAtMs: number;
  /** With this one. */
  readonly attempts: number;
}

export type EventStatus = 'processed' | 'ignored' | 'failed' | 'waiting';

/** Outcome of processing an event. */
export interface EventResult {
  readonly id: number;
  readonly workspaceId: number | null;
  /** The connection it counted for; null: none. */
  readonly connectionId: number | null;
  readonly status: EventStatus;
  readonly reason: EventReason;
  /** The program that its payment belongs to; null: none is known. */
  readonly programId: number | null;
  /** When it was received, if it needs attention; null: it does not. */
  readonly noticedAtMs: number | null;
  readonly attempts: number;
  /** References of the payment whose sale it waits for. */
  readonly paymentReferences: readonly string[] | null;
  /** When to try again; null: there is nothing more to try. An ignored event is tried again, too, if its customer may come. */
  readonly retryAtMs: number | null;
  readonly coverage: Coverage | null;
}

/** A payment that could have been credited, and whether it carried the keys. */
export interface Coverage {
  readonly provider: string;
  readonly workspaceId: number;
  readonly transactionId: string;
  readonly kind: PaymentKind;
  readonly hasKeys: boolean;
  readonly amountCents: number;
  readonly currency: string;
  readonly eventId: string;
  readonly occurredAtMs: number;
}
