/** The service refused a management request, or did not respond. `message` is the error text of the service, or why there was no response. */
export class SvcError extends Error {
  override readonly name = 'SvcError';
  /** The HTTP status; 0 if there was no response. */
  readonly status: number;
  /** The error code of the service, which stays the same if the text changes; null if it sent none. */
  readonly code: string | null;
  /** The service's id of the request, to be named when you ask its operator; null if it sent none. */
  readonly requestId: string | null;

  constructor(message: string, facts: Pick<SvcError, 'status' | 'code' | 'requestId'>) {
    super(message);
    this.status = facts.status;
    this.code = facts.code;
    this.requestId = facts.requestId;
  }
}
