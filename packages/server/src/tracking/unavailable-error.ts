/**
 * The service cannot take a command now: its queue is full, it is shutting down, or its database is away. Nothing was
 * recorded, and the same request may be sent again after `retryAfterSeconds`.
 */
export class UnavailableError extends Error {
  readonly retryAfterSeconds: number;

  constructor(reason: string, retryAfterSeconds = 1) {
    super(reason);
    this.name = 'UnavailableError';
    this.retryAfterSeconds = retryAfterSeconds;
  }
}
