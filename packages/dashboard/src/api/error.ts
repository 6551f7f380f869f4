/** What went wrong with a request, in words for people. */
export class ApiError extends Error {
  /** The status of the answer; 0: there was none. */
  readonly status: number;
  /** Seconds after which to try again, where the service said so. */
  readonly retryAfter: number | null;

  constructor(status: number, text: string, retryAfter: number | null = null) {
    super(text);
    this.name = 'ApiError';
    this.status = status;
    this.retryAfter = retryAfter;
  }
}

/** The error of an answer that is none of 2xx. Every error of the service is `{ error: string }` (contract section 7). */
export function errorOf(response: Response, body: unknown): ApiError {
  const told = (body as { error?: unknown } | null | undefined)?.error;
  const seconds = Number(response.headers.get('retry-after'));
  const text = typeof told === 'string' && told !== '' ? told : `The service answered ${response.status}.`;
  return new ApiError(response.status, text, seconds > 0 ? seconds : null);
}

/** The error of a request that got no answer. */
export function noAnswer(): ApiError {
  return new ApiError(0, 'The service could not be reached. Check the connection and try again.');
}
