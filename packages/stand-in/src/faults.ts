import { type Answer, refuse } from './answer.js';

/** Failure that a test asks for. `lost_answer`: the request takes effect, but no answer arrives. */
export type FaultKind = 'rate_limit' | 'server_error' | 'no_answer' | 'lost_answer';

export interface Fault {
  readonly kind: FaultKind;
  readonly method?: string;
  readonly path: RegExp;
  /** Number of requests that fail; 1 when not given. */
  times?: number;
}

/** Returns the next fault for a request and counts it, or null if there is none. */
export function takeFault(faults: Fault[], method: string, path: string): FaultKind | null {
  const index = faults.findIndex(
    (one) => (one.method === undefined || one.method === method) && one.path.test(path),
  );
  const fault = faults[index];
  if (fault === undefined) return null;
  fault.times = (fault.times ?? 1) - 1;
  if (fault.times <= 0) faults.splice(index, 1);
  return fault.kind;
}

/** Returns the answer to a request that fails before it takes effect. */
export function failBefore(kind: FaultKind): Answer | null {
  switch (kind) {
    case 'rate_limit':
      return {
        ...refuse(429, 'Too many requests made to the API too quickly', { code: 'rate_limit' }),
        headers: { 'stripe-rate-limited-reason': 'endpoint-rate', 'stripe-should-retry': 'false' },
      } as Answer;
    case 'server_error':
      return { status: 500, json: { error: { type: 'api_error', message: 'An unknown error occurred' } } };
    case 'no_answer':
      return { lost: true };
    case 'lost_answer':
      return null;
  }
}
