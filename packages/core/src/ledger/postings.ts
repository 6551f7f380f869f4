import type { Commission, CommissionStatus } from '../model.js';
import { type Account, accountOf } from './accounts.js';
import { type MovementKind, ruleOfKind } from './movement-kinds.js';
import type { PartnerAdjustment, PartnerAdjustmentStatus } from './partner-adjustment.js';
import { IllegalPostingError, maturity, requireTransition } from './transitions.js';

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
  /** The partner adjustment whose money it moves. */
  readonly adjustmentId: number | null;
  readonly refundId: number | null;
  readonly payoutId: number | null;
  readonly occurredAtMs: number;
}

/** A commission after a posting, with the movements that were posted. */
export interface CommissionChange {
  readonly commission: Commission;
  readonly movements: readonly Movement[];
}

/** A partner adjustment after a posting, with the movement that was posted. */
export interface PartnerAdjustmentChange {
  readonly adjustment: PartnerAdjustment;
  readonly movement: Movement;
}

/** When something is posted, and where the ids of movements come from. */
export interface PostingContext {
  readonly atMs: number;
  readonly newId: () => number;
}

/** What holds a commission, as it is stored with it. */
export type Hold = Pick<Commission, 'holdKind' | 'holdNote'>;

/** Nothing holds the commission. */
export const NOT_HELD: Hold = { holdKind: null, holdNote: null };

/** Nobody has rejected the commission. */
export const NOT_REJECTED: Pick<Commission, 'rejectedAtMs' | 'rejectionReason'> = {
  rejectedAtMs: null,
  rejectionReason: null,
};

/** A payout as far as its movements need it. */
export interface PayoutKey {
  readonly id: number;
  readonly programId: number;
  readonly partnerId: number;
  readonly currency: string;
}

/** Books a new commission to the account of its status. */
export function postEarn(commission: Commission, context: PostingContext): CommissionChange {
  requireTransition('earn', null, commission.status);
  const movement = move('earn', commission, 'expense', accountOf(commission.status), context);
  return { commission, movements: [movement] };
}

/** Makes a pending commission payable. Whether its time has come is the caller's question. */
export function postMature(commission: Commission, context: PostingContext): CommissionChange {
  return postStatus('mature', commission, { ...commission, status: 'payable' }, context);
}

/** Holds a pending or payable commission: it neither matures nor is paid until it is released. */
export function postHold(commission: Commission, hold: Hold, context: PostingContext): CommissionChange {
  return postStatus('hold', commission, { ...commission, ...hold, status: 'held' }, context);
}

/** Releases a held commission because what held it is over: it is payable if its hold time is over, else pending. */
export function postRelease(commission: Commission, context: PostingContext): CommissionChange {
  const status = maturity(commission, context.atMs);
  return postStatus('release', commission, { ...commission, ...NOT_HELD, status }, context);
}

/** Releases a held commission because a person says so, which ends every hold but a dispute. */
export function postReleaseByHand(commission: Commission, context: PostingContext): CommissionChange {
  return postRelease({ ...commission, releasedAtMs: context.atMs }, context);
}

/**
 * Takes back all that is left of a commission that is in no payout, because a person rejects it. Neither a refund that fails nor the
 * assignment of its sale gives anything back.
 */
export function postReject(
  commission: Commission,
  rejectionReason: string,
  context: PostingContext,
): CommissionChange {
  const rejection = { rejectedAtMs: context.atMs, rejectionReason };
  const after: Commission = { ...commission, ...NOT_HELD, ...rejection, amountCents: 0, status: 'reversed' };
  requireTransition('reject', commission.status, after.status);
  const movement = move('reject', commission, accountOf(commission.status), 'expense', context);
  return { commission: after, movements: [movement] };
}

/**
 * Takes back `commission.amountCents - leftCents`, which is above 0. Nothing left makes the commission `reversed`; otherwise
 * its status stays. What holds it stays stored, because it is held again if the refund fails.
 */
export function postReverse(
  commission: Commission,
  leftCents: number,
  context: PostingContext & { readonly refundId: number | null },
): CommissionChange {
  const after: Commission = {
    ...commission,
    amountCents: leftCents,
    status: leftCents === 0 ? 'reversed' : commission.status,
  };
  requireTransition('reverse', commission.status, after.status);
  const movement = move('reverse', commission, accountOf(commission.status), 'expense', {
    ...context,
    amountCents: commission.amountCents - leftCents,
  });
  return { commission: after, movements: [movement] };
}

/**
 * Gives back `leftCents - commission.amountCents`, which is above 0. A reversed commission becomes what it would be by now:
 * paid if it is in a payout, held if something holds it, else payable or pending.
 */
export function postRestore(
  commission: Commission,
  leftCents: number,
  context: PostingContext & { readonly refundId: number | null },
): CommissionChange {
  const status = commission.status === 'reversed' ? liveStatus(commission, context.atMs) : commission.status;
  requireTransition('restore', commission.status, status);
  const movement = move('restore', commission, 'expense', accountOf(status), {
    ...context,
    amountCents: leftCents - commission.amountCents,
  });
  return { commission: { ...commission, amountCents: leftCents, status }, movements: [movement] };
}

/**
 * Takes back all that is left of a commission, because its sale is assigned to another partner: no refund that fails gives it
 * back. What holds it and the payout it is in stay stored, because the sale can be assigned back.
 */
export function postReassign(commission: Commission, context: PostingContext): CommissionChange {
  const after: Commission = {
    ...commission,
    amountCents: 0,
    status: 'reversed',
    reassignedAtMs: context.atMs,
  };
  if (commission.amountCents === 0) return { commission: after, movements: [] };
  requireTransition('reassign', commission.status, 'reversed');
  const movement = move('reassign', commission, accountOf(commission.status), 'expense', context);
  return { commission: after, movements: [movement] };
}

/** Gives back `leftCents` of a commission whose sale is assigned back: it becomes what it would be by now, but for what holds it beside. */
export function postReassignBack(
  commission: Commission,
  leftCents: number,
  context: PostingContext,
): CommissionChange {
  const back: Commission = { ...commission, reassignedAtMs: null };
  if (leftCents === 0) return { commission: back, movements: [] };
  const status = liveStatus(commission, context.atMs);
  requireTransition('reassign', commission.status, status);
  const movement = move('reassign', commission, 'expense', accountOf(status), {
    ...context,
    amountCents: leftCents,
  });
  return { commission: { ...back, amountCents: leftCents, status }, movements: [movement] };
}

/** What a reversed commission would be by now: paid if it is in a payout, held if something holds it, else payable or pending. */
function liveStatus(commission: Commission, atMs: number): CommissionStatus {
  if (commission.payoutId !== null) return 'paid';
  return commission.holdKind === null ? maturity(commission, atMs) : 'held';
}

/** Pays a payable commission with a payout. */
export function postPay(commission: Commission, payoutId: number, context: PostingContext): CommissionChange {
  requireTransition('pay', commission.status, 'paid');
  const movement = move('pay', commission, 'payable', 'paid', { ...context, payoutId });
  return { commission: { ...commission, status: 'paid', payoutId }, movements: [movement] };
}

/**
 * Undoes the payment of a commission in a payout that paid `paidCents` for it. What was reversed meanwhile stays reversed, so
 * the commission is payable with what is left of it, or reversed if that is nothing.
 */
export function postUnpay(
  commission: Commission,
  paidCents: number,
  context: PostingContext,
): CommissionChange {
  const { payoutId } = commission;
  const status = commission.amountCents === 0 ? 'reversed' : 'payable';
  requireTransition('unpay', commission.status, status);
  const movement = move('unpay', commission, 'paid', 'payable', {
    ...context,
    amountCents: paidCents,
    ...(payoutId !== null && { payoutId }),
  });
  return { commission: { ...commission, status, payoutId: null }, movements: [movement] };
}

/**
 * Settles with a payout what earlier ones paid too much (`carriedCents` above 0): it goes from `paid` back to `payable`,
 * which it brings up to zero. What they paid too little (below 0) goes the other way.
 */
export function postCarry(payout: PayoutKey, carriedCents: number, context: PostingContext): Movement {
  const [from, to] = carriedCents > 0 ? (['paid', 'payable'] as const) : (['payable', 'paid'] as const);
  return carryMovement('carry', payout, { from, to, amountCents: Math.abs(carriedCents) }, context);
}

/** Undoes the carry of a payout that is cancelled. */
export function postUncarry(
  payout: PayoutKey,
  carry: Pick<Movement, 'from' | 'to' | 'amountCents'>,
  context: PostingContext,
): Movement {
  const { from, to, amountCents } = carry;
  return carryMovement('uncarry', payout, { from: to, to: from, amountCents }, context);
}

/** Books a new partner adjustment to the account of its status: a bonus goes there, a deduction is taken from it. */
export function postAdjust(adjustment: PartnerAdjustment, context: PostingContext): PartnerAdjustmentChange {
  const { status } = adjustment;
  requireTransition('adjust', null, status);
  return moveAdjustment('adjust', adjustment, ['expense', accountOf(status)], context);
}

/** Makes a pending partner adjustment payable. Whether its time has come is the caller's question. */
export function postMatureAdjustment(
  adjustment: PartnerAdjustment,
  context: PostingContext,
): PartnerAdjustmentChange {
  const after = withStatus('mature_adjustment', adjustment, 'payable');
  return moveAdjustment('mature_adjustment', after, ['pending', 'payable'], context);
}

/** Pays a payable bonus with a payout, or settles a payable deduction with it. */
export function postPayAdjustment(
  adjustment: PartnerAdjustment,
  payoutId: number,
  context: PostingContext,
): PartnerAdjustmentChange {
  const after = { ...withStatus('pay_adjustment', adjustment, 'paid'), payoutId };
  return moveAdjustment('pay_adjustment', after, ['payable', 'paid'], context);
}

/** Undoes what a payout that is cancelled did with a partner adjustment. */
export function postUnpayAdjustment(
  adjustment: PartnerAdjustment,
  context: PostingContext,
): PartnerAdjustmentChange {
  const after = { ...withStatus('unpay_adjustment', adjustment, 'payable'), payoutId: null };
  const { movement } = moveAdjustment('unpay_adjustment', adjustment, ['paid', 'payable'], context);
  return { adjustment: after, movement };
}

function withStatus(
  kind: MovementKind,
  adjustment: PartnerAdjustment,
  status: PartnerAdjustmentStatus,
): PartnerAdjustment {
  requireTransition(kind, adjustment.status, status);
  return { ...adjustment, status };
}

/** Moves a bonus from the first account to the second, and a deduction from the second to the first. */
function moveAdjustment(
  kind: MovementKind,
  adjustment: PartnerAdjustment,
  [first, second]: readonly [Account, Account],
  { atMs, newId }: PostingContext,
): PartnerAdjustmentChange {
  const { id: adjustmentId, programId, partnerId, currency, amountCents, payoutId } = adjustment;
  const [from, to] = amountCents > 0 ? [first, second] : [second, first];
  const movement = requireLegal({
    id: newId(),
    programId,
    partnerId,
    currency,
    kind,
    from,
    to,
    amountCents: Math.abs(amountCents),
    commissionId: null,
    adjustmentId,
    refundId: null,
    payoutId,
    occurredAtMs: atMs,
  });
  return { adjustment, movement };
}

/** Moves what is left of a commission from the account of its old status to that of its new one. */
function postStatus(
  kind: 'mature' | 'hold' | 'release',
  before: Commission,
  after: Commission,
  context: PostingContext,
): CommissionChange {
  requireTransition(kind, before.status, after.status);
  const movement = move(kind, after, accountOf(before.status), accountOf(after.status), context);
  return { commission: after, movements: [movement] };
}

interface MoveContext extends PostingContext {
  /** What is left of the commission, if absent. */
  readonly amountCents?: number;
  readonly refundId?: number | null;
  readonly payoutId?: number;
}

/** A movement of a commission's money, in its currency. */
function move(
  kind: MovementKind,
  commission: Commission,
  from: Account,
  to: Account,
  context: MoveContext,
): Movement {
  const { id: commissionId, programId, partnerId, currency } = commission;
  return requireLegal({
    id: context.newId(),
    programId,
    partnerId,
    currency,
    kind,
    from,
    to,
    amountCents: context.amountCents ?? commission.amountCents,
    commissionId,
    adjustmentId: null,
    refundId: context.refundId ?? null,
    payoutId: context.payoutId ?? null,
    occurredAtMs: context.atMs,
  });
}

function carryMovement(
  kind: 'carry' | 'uncarry',
  payout: PayoutKey,
  { from, to, amountCents }: Pick<Movement, 'from' | 'to' | 'amountCents'>,
  { atMs, newId }: PostingContext,
): Movement {
  const { id: payoutId, programId, partnerId, currency } = payout;
  return requireLegal({
    id: newId(),
    programId,
    partnerId,
    currency,
    kind,
    from,
    to,
    amountCents,
    commissionId: null,
    adjustmentId: null,
    refundId: null,
    payoutId,
    occurredAtMs: atMs,
  });
}

/** Gives a movement back, or throws an `IllegalPostingError` if the table of movements does not allow it. */
function requireLegal(movement: Movement): Movement {
  const { kind, from, to, amountCents, commissionId, adjustmentId, refundId, payoutId } = movement;
  const rule = ruleOfKind(kind);
  const isLegal =
    rule.accounts.some((legal) => legal[0] === from && legal[1] === to) &&
    rule.hasCommission === (commissionId !== null) &&
    rule.hasAdjustment === (adjustmentId !== null) &&
    rule.hasPayout === (payoutId !== null) &&
    (rule.mayHaveRefund || refundId === null);
  if (!isLegal) throw new IllegalPostingError(`no movement of kind ${kind} can go from ${from} to ${to}`);
  if (!Number.isSafeInteger(amountCents) || amountCents <= 0)
    throw new IllegalPostingError(`a movement of kind ${kind} cannot be of ${amountCents}`);
  return movement;
}
