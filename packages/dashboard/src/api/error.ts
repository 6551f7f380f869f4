import { texts } from '../texts/api.js';
/** What went wrong with a request, in words for people. */
export class ApiError extends Error {
  /** The status of the answer; 0: there was none. */
  readonly status: number;
  /** Seconds after which to try again, where the service said so. */
  readonly retryAfter: number | null;
  /** Which error of the service it is, where it says so: more exact than its text. */
  readonly code: string | null;
  /** Further fields of the answer. */
  readonly fields: Readonly<Record<string, unknown>>;

  constructor(
    status: number,
    text: string,
    {
      retryAfter = null,
      code = null,
      fields = {},
    }: { retryAfter?: number | null; code?: string | null; fields?: Readonly<Record<string, unknown>> } = {},
  ) {
    super(text);
    this.name = 'ApiError';
    this.status = status;
    this.retryAfter = retryAfter;
    this.code = code;
    this.fields = fields;
  }
}

/** The error of an answer that is none of 2xx. Every error of the service is `{ error: string }` (contract section 7). */
export function errorOf(response: Response, body: unknown): ApiError {
  const message = (body as { error?: unknown } | null | undefined)?.error;
  const seconds = Number(response.headers.get('retry-after'));
  const text =
    typeof message === 'string' && message !== ''
      ? message
      : texts.theServiceRespondedWithStatus({ status: response.status });
  const code = response.headers.get('svc-error-code');
  return new ApiError(response.status, text, {
    retryAfter: seconds > 0 ? seconds : null,
    code,
    fields: { ...(body as Record<string, unknown> | null | undefined) },
  });
}

/** Whether nobody is signed in any more. A wrong code is 401 too, and signs nobody out. */
export function isSignedOut(error: unknown): boolean {
  if (!(error instanceof ApiError) || error.status !== 401) return false;
  return error.code === null || error.code === 'authentication_required';
}

/** How long to wait, in words: after too many attempts. */
export function waitText({ retryAfter }: Pick<ApiError, 'retryAfter'>): string {
  if (retryAfter === null) return '';
  if (retryAfter < 90) return texts.tryAgainInSeconds({ seconds: retryAfter });
  const minutes = Math.ceil(retryAfter / 60);
  const hours = Math.ceil(minutes / 60);
  return minutes < 90 ? texts.tryAgainInMinutes({ minutes }) : texts.tryAgainInHours({ hours });
}

/** The error of a request that got no answer. */
export function noAnswer(): ApiError {
  return new ApiError(0, texts.theServiceCouldNot);
}
