import { type ErrorCode, errorText } from '@svc/contract';

/**
 * Refuses what was asked for, with the exact error of the interface; `word` takes the place of the `<…>` in its text, and
 * `retryAfterSeconds` says when the same request may succeed. Thrown inside a transaction it undoes what was written so far.
 */
export class RefusedError extends Error {
  readonly code: ErrorCode;
  readonly word: string | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(
    code: ErrorCode,
    detail: string | { readonly word?: string; readonly retryAfterSeconds?: number } = {},
  ) {
    const { word, retryAfterSeconds } = typeof detail === 'string' ? { word: detail } : { ...detail };
    super(errorText(code, word));
    this.name = 'RefusedError';
    this.code = code;
    this.word = word;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}
