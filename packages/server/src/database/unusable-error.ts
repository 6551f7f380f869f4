/** The database does not answer, or cannot be used. The message is one sentence that says how to correct it. */
export class DatabaseUnusableError extends Error {
  constructor(reason: string, options?: ErrorOptions) {
    super(reason, options);
    this.name = 'DatabaseUnusableError';
  }
}
