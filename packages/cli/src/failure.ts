import type { ErrorCode } from '@svc/contract/errors';
import { FIXES } from './fixes.js';

/** Exit codes of contract section 6. */
export const EXIT = { done: 0, failed: 1, wrongUse: 2 } as const;

/** A command that cannot continue: what happened, and what to do next. */
export class Failure extends Error {
  readonly fix: string;
  readonly exitCode: number;
  /** Whether the same may succeed in a moment: the service was away or busy. */
  readonly isTemporary: boolean;

  constructor(message: string, fix: string, exitCode: number = EXIT.failed, isTemporary = false) {
    super(message);
    this.name = 'Failure';
    this.fix = fix;
    this.exitCode = exitCode;
    this.isTemporary = isTemporary;
  }
}

/** An error response of the service. `code`: the header `svc-error-code`, which older services do not send. */
export interface ServiceError {
  readonly status: number;
  readonly error: string;
  readonly code?: string | null;
  /** Identifies the request in the service's log. */
  readonly requestId?: string | null;
}

/** The most likely meaning of a response without a code, which comes from an older service or a proxy. */
const CODE_BY_STATUS: Readonly<Record<number, ErrorCode>> = {
  401: 'api_key_unknown',
  404: 'not_found',
  429: 'rate_limited',
  503: 'unavailable',
};

/** What to do about an error response; null if it is unknown. */
function fixOf({ status, code: said = null }: ServiceError): string | null {
  const code = said ?? CODE_BY_STATUS[status] ?? '';
  return Object.hasOwn(FIXES, code) ? FIXES[code as ErrorCode] : null;
}

/** Errors of a value that the caller gave. */
const WRONG_VALUES: readonly (string | null | undefined)[] = ['field_required', 'field_invalid'];

const WRONG_VALUE = 'Correct the value that the message names. With --help, a command lists what it takes.';

/** An error response as a failure. */
export function failureOf(answered: ServiceError): Failure {
  const { status, error, requestId = null } = answered;
  const log = requestId === null ? '' : `, naming the request id ${requestId}`;
  const isWrongUse = WRONG_VALUES.includes(answered.code);
  const fix = isWrongUse
    ? WRONG_VALUE
    : (fixOf(answered) ?? `Try again. If it keeps failing, contact the operator of the service${log}.`);
  const isTemporary = status === 429 || status >= 500;
  const exitCode = isWrongUse ? EXIT.wrongUse : EXIT.failed;
  return new Failure(`The service answered ${status}: ${error}`, fix, exitCode, isTemporary);
}

/** A failure for a service that did not respond; `message` says so. */
export function unreachable(message: string): Failure {
  return new Failure(
    message,
    'Check that the service is running there, and that SVC_BASE_URL (in .svc/.env, or --base-url) is its address; then repeat the command.',
    EXIT.failed,
    true,
  );
}
