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

/** What to do about an error that the service answered; null when it is none of the service's own. */
export function fixOf(status: number, text: string): string | null {
  for (const [code, error] of Object.entries(ERRORS)) {
    const [start = '', end = ''] = error.text.split(/<[a-z]+>/);
    if (error.status === status && text.startsWith(start) && text.endsWith(end)) {
      return FIXES[code as ErrorCode];
    }
  }
  return null;
}

/** An error answer as a failure. `requestId` finds it in the log of the service. */
export function refusal(status: number, error: string, requestId: string | null = null): Failure {
  const log = requestId === null ? '' : `, naming the request id ${requestId}`;
  const fix = fixOf(status, error) ?? `Try again. If it stays so, ask whoever runs the service${log}.`;
  return new Failure(`The service answered ${status}: ${error}`, fix);
}

/** No answer came from the service; the message says so. */
export function unreachable(message: string): Failure {
  return new Failure(
    message,
    'Check that the service runs there, and that SVC_BASE_URL (in .svc/.env, or --base-url) is its address; then repeat the command.',
  );
}
