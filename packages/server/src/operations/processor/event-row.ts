/** An event as it arrived, before it is stored. */
export interface ArrivedEvent {
  readonly eventId: string;
  readonly type: string;
  readonly accountId: string | null;
  readonly createdMs: number;
  /** As it was sent. */
  readonly body: string;
  readonly receivedAtMs: number;
}

/** An event that is to be worked off, and that nobody else works on for the time of its lease. */
export interface EventWork {
  readonly id: number;
  readonly body: string;
  readonly receivedAtMs: number;
  /** With this one. */
  readonly attempts: number;
}

export type EventStatus = 'processed' | 'ignored' | 'failed' | 'waiting';

/** What came of working an event off. */
export interface SettledEvent {
  readonly id: number;
  readonly workspaceId: number | null;
  readonly status: EventStatus;
  /** In plain words. */
  readonly reason: string;
  readonly attempts: number;
  /** Names of the payment whose sale it waits for. */
  readonly paymentNames: readonly string[] | null;
  /** When to try again; null: there is nothing more to try. An ignored event is tried again, too, if its customer may come. */
  readonly retryAtMs: number | null;
  readonly coverage: Coverage | null;
}

/** A payment that could have been credited, and whether it carried the keys. */
export interface Coverage {
  readonly workspaceId: number;
  readonly transactionId: string;
  readonly kind: 'checkout' | 'subscription_start' | 'renewal' | 'invoice';
  readonly hasKeys: boolean;
  readonly amountCents: number;
  readonly currency: string;
  readonly eventId: string;
  readonly occurredAtMs: number;
}
