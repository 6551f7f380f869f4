import { type ErrorCode, errorText } from '@svc/contract';

/**
 * Refuses what was asked for, with the exact error of the interface; `word` takes the place of the `<…>` in its text.
 * Thrown inside a transaction it undoes what was written so far.
 */
export class RefusedError extends Error {
  readonly code: ErrorCode;
  readonly word: string | undefined;

  constructor(code: ErrorCode, word?: string) {
    super(errorText(code, word));
    this.name = 'RefusedError';
    this.code = code;
    this.word = word;
  }
}
