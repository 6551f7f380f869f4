import { ERRORS, type ErrorCode } from '@svc/contract/errors';
import { FIXES } from './fixes.js';

/** Exit codes of contract section 6. */
export const EXIT = { done: 0, failed: 1, wrongUse: 2 } as const;

/** A command that cannot go on: what happened, and what to do next. */
export class Failure extends Error {
  readonly fix: string;
  readonly exitCode: number;

  constructor(message: string, fix: string, exitCode: number = EXIT.failed) {
    super(message);
    this.name = 'Failure';
    this.fix = fix;
    this.exitCode = exitCode;
  }
}

/** An error that the service answered. `code` is what it said beside the text, as far as it did. */
export interface ServiceError {
  readonly status: number;
  readonly error: string;
  readonly code?: string | null;
  /** Finds it in the log of the service. */
  readonly requestId?: string | null;
}

/** What to do about an error that the service answered; null when it is none of the service's own. */
export function fixOf({ status, error: text, code: said = null }: ServiceError): string | null {
  if (said !== null && Object.hasOwn(FIXES, said)) return FIXES[said as ErrorCode];
  for (const [code, error] of Object.entries(ERRORS)) {
    const [start = '', end = ''] = error.text.split(/<[a-z]+>/);
    if (error.status === status && text.startsWith(start) && text.endsWith(end)) {
      return FIXES[code as ErrorCode];
    }
  }
  return null;
}

/** An error answer as a failure. */
export function refusal(answered: ServiceError): Failure {
  const { status, error, requestId = null } = answered;
  const log = requestId === null ? '' : `, naming the request id ${requestId}`;
  const fix = fixOf(answered) ?? `Try again. If it stays so, ask whoever runs the service${log}.`;
  return new Failure(`The service answered ${status}: ${error}`, fix);
}

/** No answer came from the service; the message says so. */
export function unreachable(message: string): Failure {
  return new Failure(
    message,
    'Check that the service runs there, and that SVC_BASE_URL (in .svc/.env, or --base-url) is its address; then repeat the command.',
  );
}
