import type { CommissionStatus } from '../model.js';
import { type MovementKind, ruleOfKind } from './movement-kinds.js';

/** A posting was asked for that the table of movements does not allow. A fault of the caller; nothing may be written. */
export class IllegalPostingError extends Error {
  override readonly name = 'IllegalPostingError';
}

/** Whether a movement of this kind can be posted for a commission in this status. */
export function canPost(kind: MovementKind, status: CommissionStatus): boolean {
  return ruleOfKind(kind).transitions.some(([from]) => from === status);
}

/** Throws an `IllegalPostingError` unless a movement of this kind may change a status like this. */
export function requireTransition(
  kind: MovementKind,
  from: CommissionStatus | null,
  to: CommissionStatus,
): void {
  if (ruleOfKind(kind).transitions.some((legal) => legal[0] === from && legal[1] === to)) return;
  throw new IllegalPostingError(`what is ${from ?? 'new'} cannot become ${to} by ${kind}`);
}

/** The status of a commission or partner adjustment that nothing holds: payable once its time has come, else pending. */
export function maturity(
  { payableAtMs }: { readonly payableAtMs: number },
  atMs: number,
): 'payable' | 'pending' {
  return payableAtMs <= atMs ? 'payable' : 'pending';
}
