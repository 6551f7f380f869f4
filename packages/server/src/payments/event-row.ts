import type { PaymentKind, ProviderEvent } from './provider.js';

/** The kind of the work items of events; their key is the event's row id. */
export const EVENT_WORK = 'provider_event';

/** An event as it arrived, before it is stored. */
export interface ArrivedEvent {
  /** The id of its provider. */
  readonly provider: string;
  readonly eventId: string;
  readonly type: string;
  readonly accountId: string | null;
  readonly createdMs: number;
  /** As it was sent. */
  readonly body: string;
  readonly receivedAtMs: number;
}

/** An event as it is stored: what was parsed of it, and the body it was parsed from. */
export function arrivedEvent(
  provider: string,
  { id, type, account, createdMs }: ProviderEvent,
  body: string,
  receivedAtMs: number,
): ArrivedEvent {
  return { provider, eventId: id, type, accountId: account, createdMs, body, receivedAtMs };
}

/** An event that is leased to this process, to be processed. */
export interface LeasedEvent {
  readonly id: number;
  readonly provider: string;
  readonly body: string;
  readonly receivedAtMs: number;
  /** With this one. */
  readonly attempts: number;
}

export type EventStatus = 'processed' | 'ignored' | 'failed' | 'waiting';

/** What came of processing an event. */
export interface EventResult {
  readonly id: number;
  readonly workspaceId: number | null;
  readonly status: EventStatus;
  /** In plain words. */
  readonly reason: string;
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
