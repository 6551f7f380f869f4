import type { Outcome, Refusal } from './commands.js';
import type { Effect } from './facts.js';

/** What came of a command: the answer, and what it changes. What a refusal changes, if anything, is never what was refused. */
export interface Decision {
  readonly outcome: Outcome;
  readonly effects: readonly Effect[];
}

/** Gives out ids never used before; where they come from is the caller's business. */
export type NewId = () => number;

/** Refuses a command; nothing changes. */
export function refuse(refusal: Refusal): Decision {
  return { outcome: { kind: 'refused', refusal }, effects: [] };
}
