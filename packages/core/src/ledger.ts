import type { Commission, CommissionStatus } from './model.js';

/**
 * Accounts of one partner in one program and currency: `expense` is the company's cost, `pending`, `payable` and `held`
 * are owed to the partner, `paid` is handed over. A balance is what came in minus what went out.
 */
export type Account = 'expense' | 'pending' | 'payable' | 'held' | 'paid';
export type MovementKind =
  | 'earn'
  | 'mature'
  | 'hold'
  | 'release'
  | 'reverse'
  | 'restore'
  | 'pay'
  | 'carry'
  | 'unpay'
  | 'uncarry';

/** One movement of money between two accounts: as much leaves the one as reaches the other. Never changed, never deleted. */
export interface Movement {
  readonly id: number;
  readonly programId: number;
  readonly partnerId: number;
  readonly currency: string;
  readonly kind: MovementKind;
  readonly from: Account;
  readonly to: Account;
  readonly amountCents: number;
  readonly commissionId: number | null;
  readonly refundId: number | null;
  readonly payoutId: number | null;
  readonly occurredAtMs: number;
}

/**
 * The account that holds what is left of a commission. A paid one has left the books; what is taken back from it
 * comes out of `payable`, which may go below zero and is carried to the next payout.
 */
export function accountOf(status: CommissionStatus): Account {
  if (status === 'pending') return 'pending';
  if (status === 'held') return 'held';
  return 'payable';
}

interface MovementOf {
  readonly id: number;
  readonly kind: MovementKind;
  readonly from: Account;
  readonly to: Account;
  readonly amountCents: number;
  readonly refundId?: number;
  readonly payoutId?: number;
  readonly occurredAtMs: number;
}

/** A movement of a commission's money. Amount in the commission's currency, above 0. */
export function movementOf(commission: Commission, movement: MovementOf): Movement {
  return {
    id: movement.id,
    programId: commission.programId,
    partnerId: commission.partnerId,
    currency: commission.currency,
    kind: movement.kind,
    from: movement.from,
    to: movement.to,
    amountCents: movement.amountCents,
    commissionId: commission.id,
    refundId: movement.refundId ?? null,
    payoutId: movement.payoutId ?? null,
    occurredAtMs: movement.occurredAtMs,
  };
}
