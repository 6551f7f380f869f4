/** A backup cannot be made or restored; the message says all that is to be known. */
export class BackupError extends Error {
  constructor(reason: string, options?: ErrorOptions) {
    super(reason, options);
    this.name = 'BackupError';
  }
}
