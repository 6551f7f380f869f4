/** A workspace cannot be exported or imported; the message says all that is to be known. */
export class TransferError extends Error {
  constructor(reason: string, options?: ErrorOptions) {
    super(reason, options);
    this.name = 'TransferError';
  }
}
