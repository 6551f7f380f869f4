import { type ErrorCode, errorText } from '@svc/contract';

/**
 * Refuses what was asked for, with the exact error of the interface; `word` takes the place of the `<…>` in its text, and
 * `retryAfterSeconds` says when the same request may succeed. Thrown inside a transaction it undoes what was written so far.
 */
export class RefusedError extends Error {
  readonly code: ErrorCode;
  readonly word: string | undefined;
  readonly retryAfterSeconds: number | undefined;
  /** Further fields of the answer. */
  readonly fields: Readonly<Record<string, unknown>> | undefined;

  constructor(
    code: ErrorCode,
    detail:
      | string
      | {
          readonly word?: string;
          readonly retryAfterSeconds?: number;
          readonly fields?: Readonly<Record<string, unknown>>;
        } = {},
  ) {
    const { word, retryAfterSeconds, fields } = typeof detail === 'string' ? { word: detail } : { ...detail };
    super(errorText(code, word));
    this.name = 'RefusedError';
    this.code = code;
    this.word = word;
    this.retryAfterSeconds = retryAfterSeconds;
    this.fields = fields;
  }
}
