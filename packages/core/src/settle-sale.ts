import { type CommissionChange, restoreCommission, reverseCommission } from './commission.js';
import type { NewId } from './decision.js';
import type { Effect, TotalsIncrement } from './facts.js';
import { accountOf, movementOf } from './ledger.js';
import type { Commission, Refund, Sale } from './model.js';
import { type Notice, sumNotices } from './payment.js';

/** Why a commission is held while a customer's bank claims the money back. */
export const DISPUTE_HOLD_REASON = 'The payment is disputed.';

interface Settling {
  readonly sale: Sale;
  readonly commission: Commission | null;
  readonly notices: readonly Notice[];
  readonly atMs: number;
  readonly newId: NewId;
}

/** A sale and its commission as the notices about its payment make them. */
export interface Settled {
  readonly sale: Sale;
  readonly commission: Commission | null;
  readonly effects: readonly Effect[];
}

/**
 * Brings a sale to where the notices about its payment say it stands: what went back of it, and whether its commission
 * is held. It looks at the whole of what is known and at nothing else, so any order of notices ends at the same books.
 * What API callers said went back stays counted. Contract section 4.
 */
export function settleSale({ sale: before, commission, notices, atMs, newId }: Settling): Settled {
  const sum = sumNotices(notices, before);
  const refundedCents = refundedOf(before, sum.refundedCents);
  const deltaCents = refundedCents - before.refundedCents;
  const effects: Effect[] = [];
  // Of what was told before a caller's refund, what has failed does not come back with what is told after it.
  const apiBaseCents = Math.min(before.apiBaseCents, sum.refundedCents);
  const sale: Sale = deltaCents === 0 ? before : { ...before, refundedCents, apiBaseCents };
  let change: CommissionChange | null = commission && { commission, movements: [] };
  if (deltaCents !== 0) {
    const refund = refundOf(sale, deltaCents, atMs, newId);
    effects.push({ kind: 'refund', refund, sale });
    const cause = { refundId: refund.id, refundedCents, saleCents: sale.amountCents, atMs, newId };
    if (commission !== null) {
      change = deltaCents > 0 ? reverseCommission(commission, cause) : restoreCommission(commission, cause);
    }
    for (const increment of totalsOf(sale, refund, change)) effects.push({ kind: 'totals', increment });
  }
  if (change !== null) change = holdWhileDisputed(change, sum.isDisputed, atMs, newId);
  if (change !== null && change.commission !== commission) {
    effects.push({ kind: 'commission', commission: change.commission, isNew: false });
    for (const movement of change.movements) effects.push({ kind: 'movement', movement });
  }
  return { sale, commission: change?.commission ?? null, effects };
}

/**
 * How much of a sale went back, by what the processor tells of it and what API callers said. What they said is not added to
 * what is told after it, because that may be the same money; it is added to what had been told before, as far as that is
 * still so. Never more than the sale.
 */
export function refundedOf(
  sale: Pick<Sale, 'amountCents' | 'apiRefundedCents' | 'apiBaseCents'>,
  toldCents: number,
): number {
  const { amountCents, apiRefundedCents, apiBaseCents } = sale;
  return Math.min(amountCents, Math.max(toldCents, Math.min(apiBaseCents, toldCents) + apiRefundedCents));
}

/** Below zero: a refund that had been counted did not happen after all. */
function refundOf(sale: Sale, amountCents: number, atMs: number, newId: NewId): Refund {
  return {
    id: newId(),
    programId: sale.programId,
    saleId: sale.id,
    refundKey: null,
    amountCents,
    source: 'processor',
    occurredAtMs: atMs,
  };
}

/**
 * Holds a commission while its payment is disputed, and lets go of it afterwards. One that was paid out cannot be held any
 * more; if the dispute is lost, it is taken off the next payout. Contract section 4.
 */
export function holdWhileDisputed(
  change: CommissionChange,
  isDisputed: boolean,
  atMs: number,
  newId: NewId,
): CommissionChange {
  const { commission } = change;
  const isForIt = commission.holdReason === DISPUTE_HOLD_REASON;
  // A dispute is known from its notices: nothing needs to be remembered of it.
  if (commission.status === 'reversed' && isForIt)
    return { ...change, commission: { ...commission, holdReason: null } };
  const isHeldForIt = commission.status === 'held' && isForIt;
  const isFree = commission.status === 'pending' || commission.status === 'payable';
  if (isDisputed ? !isFree : !isHeldForIt) return change;
  const released = commission.payableAtMs <= atMs ? 'payable' : 'pending';
  const after: Commission = isDisputed
    ? { ...commission, status: 'held', holdReason: DISPUTE_HOLD_REASON }
    : { ...commission, status: released, holdReason: null };
  const movement = movementOf(after, {
    id: newId(),
    kind: isDisputed ? 'hold' : 'release',
    from: accountOf(commission.status),
    to: accountOf(after.status),
    amountCents: after.amountCents,
    occurredAtMs: atMs,
  });
  return { commission: after, movements: [...change.movements, movement] };
}

/** What money that went back adds to the totals of the day; what came back of it is taken off again. */
export function totalsOf(sale: Sale, refund: Refund, change: CommissionChange | null): TotalsIncrement[] {
  if (sale.testMode) return [];
  const { programId, partnerId } = sale;
  const of = { programId, atMs: refund.occurredAtMs, partnerId, linkId: sale.linkId ?? 0 };
  const increments: TotalsIncrement[] = [
    { ...of, currency: sale.currency, refundedCents: refund.amountCents },
  ];
  for (const { kind, currency, amountCents } of change?.movements ?? []) {
    increments.push({ ...of, currency, reversedCents: kind === 'restore' ? -amountCents : amountCents });
  }
  return increments;
}
