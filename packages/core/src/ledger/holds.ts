import type { Commission } from '../model.js';
import { type CommissionChange, type Hold, type PostingContext, postHold, postRelease } from './postings.js';

/** Conditions that hold a commission beside its stored hold, each until it ends, whatever else begins or ends. */
export interface HoldConditions {
  /** The payment of its sale is disputed. */
  readonly isDisputed: boolean;
  /** When all that the partner had earned was held, at their suspension; null: never. A person ends it for each commission. */
  readonly earnedHeldAtMs: number | null;
}

/** Hold of everything that a partner had earned when they were suspended. */
export const HELD_AT_SUSPENSION: Hold = {
  holdKind: 'manual',
  holdNote: 'Held when the partner was suspended.',
};

const HELD_FOR_DISPUTE: Hold = { holdKind: 'dispute', holdNote: null };

/** Returns whether a commission was earned before everything was held, and has not been released since. */
export function isHeldAtSuspension(
  { createdAtMs, releasedAtMs }: Pick<Commission, 'createdAtMs' | 'releasedAtMs'>,
  earnedHeldAtMs: number | null,
): boolean {
  if (earnedHeldAtMs === null || createdAtMs > earnedHeldAtMs) return false;
  return releasedAtMs === null || releasedAtMs < earnedHeldAtMs;
}

/** Returns the hold of the current conditions, or null. A suspension comes before a dispute, which ends without a person. */
export function standingHold(
  commission: Pick<Commission, 'createdAtMs' | 'releasedAtMs'>,
  { isDisputed, earnedHeldAtMs }: HoldConditions,
): Hold | null {
  if (isHeldAtSuspension(commission, earnedHeldAtMs)) return HELD_AT_SUSPENSION;
  return isDisputed ? HELD_FOR_DISPUTE : null;
}

/**
 * Holds a pending or payable commission while a condition lasts, and releases one that only an ended dispute has held. A paid commission
 * can no longer be held; if its dispute is lost, it is reversed and carried to the next payout. Contract section 4.
 */
export function applyHolds(
  change: CommissionChange,
  conditions: HoldConditions,
  context: PostingContext,
): CommissionChange {
  const { commission } = change;
  const { status, holdKind } = commission;
  if (status === 'paid') return change;
  // A dispute is known from its adjustments: nothing needs to be remembered of it.
  if (status === 'reversed')
    return holdKind === 'dispute' ? { ...change, commission: { ...commission, holdKind: null } } : change;
  const standing = standingHold(commission, conditions);
  if (status === 'held') {
    if (holdKind !== 'dispute' || standing?.holdKind === 'dispute') return change;
    if (standing !== null) return { ...change, commission: { ...commission, ...standing } };
    return followedBy(change, postRelease(commission, context));
  }
  return standing === null ? change : followedBy(change, postHold(commission, standing, context));
}

function followedBy(first: CommissionChange, second: CommissionChange): CommissionChange {
  return { commission: second.commission, movements: [...first.movements, ...second.movements] };
}
