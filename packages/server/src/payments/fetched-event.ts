/** Something the provider has, written as the event that would report it; the same content is always the same event. */
export interface FetchedEvent {
  readonly eventId: string;
  readonly type: string;
  /** null: of the account whose key asked. */
  readonly accountId: string | null;
  readonly createdMs: number;
  readonly body: string;
}
