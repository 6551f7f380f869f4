import type { Outcome } from '@svc/core';
import type { SaleState } from './model.js';

/** The answer a command must get, and what it then changes. `apply` gets the response, to learn ids. */
export interface Prediction {
  readonly expected: Readonly<Record<string, unknown>>;
  apply(actual: Outcome): void;
  /** The sales it is about, whose books are then compared. */
  readonly touched: readonly SaleState[];
}

/** A refusal that changes nothing. */
export function refused(refusal: string, more: Record<string, unknown> = {}): Prediction {
  return { expected: { kind: 'refused', refusal, ...more }, apply: () => {}, touched: [] };
}
