import { kindsWhere, MOVEMENT_KINDS, type MovementRule } from '@svc/core';

/** A list of text constants in SQL. */
const sqlList = (values: readonly string[]) => values.map((value) => `'${value}'`).join(', ');

/** The condition that `m`, a movement, is of a kind for which something holds, from the table of core. */
function isOfKind(holds: (rule: MovementRule) => boolean): string {
  return `(m.kind in (${sqlList(kindsWhere(holds))}))`;
}

/** The condition that `m` moves money between accounts that its kind allows, from the table of core. */
export function hasLegalAccounts(): string {
  const legal = Object.entries<MovementRule>(MOVEMENT_KINDS).flatMap(([kind, { accounts }]) =>
    accounts.map(([from, to]) => `(${sqlList([kind, from, to])})`),
  );
  return `((m.kind, m.from_account, m.to_account) in (${legal.join(', ')}))`;
}

/** Kinds of movement that move the money of a commission. */
export const OF_COMMISSIONS = isOfKind(({ hasCommission }) => hasCommission);
/** Kinds of movement that move the money of a partner adjustment. */
export const OF_ADJUSTMENTS = isOfKind(({ hasAdjustment }) => hasAdjustment);
/** Kinds of movement that a refund can cause. */
export const OF_REFUNDS = isOfKind(({ mayHaveRefund }) => mayHaveRefund);
/** Kinds of movement that belong to a payout. */
export const OF_PAYOUTS = isOfKind(({ hasPayout }) => hasPayout);
/** Kinds of movement that a payout posts when it is created. */
export const POSTED_BY_PAYOUTS = isOfKind(({ hasPayout, undoes }) => hasPayout && undoes === null);
/** Kinds of movement that the cancellation of a payout posts. */
export const POSTED_BY_CANCELLATIONS = isOfKind(({ undoes }) => undoes !== null);
