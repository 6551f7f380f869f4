/**
 * The service cannot take a command now: its queue is full, it is shutting down, or its database is away. Nothing was
 * recorded, and the same request may be sent again after `retryAfterSeconds`.
 */
export class UnavailableError extends Error {
  readonly retryAfterSeconds: number;

  constructor(reason: string, options: ErrorOptions & { readonly retryAfterSeconds?: number } = {}) {
    super(reason, options);
    this.name = 'UnavailableError';
    this.retryAfterSeconds = options.retryAfterSeconds ?? 1;
  }
}
