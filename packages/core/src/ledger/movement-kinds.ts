import type { CommissionStatus } from '../model.js';
import type { Account } from './accounts.js';

/**
 * A status of a commission or partner adjustment before and after a movement; before is null where the movement creates it.
 */
export type Transition = readonly [from: CommissionStatus | null, to: CommissionStatus];

/** What the ledger allows for movements of one kind. */
export interface MovementRule {
  /** The accounts the money may leave and reach. */
  readonly accounts: readonly (readonly [from: Account, to: Account])[];
  /** The changes of status it may make; none where it moves the money of no commission and no partner adjustment. */
  readonly transitions: readonly Transition[];
  /** It names the commission whose money it moves. */
  readonly hasCommission: boolean;
  /** It names the partner adjustment whose money it moves. */
  readonly hasAdjustment: boolean;
  /** It may name the refund that caused it. */
  readonly mayHaveRefund: boolean;
  /** It names its payout. */
  readonly hasPayout: boolean;
  /** The kind of movement of a payout that it undoes when the payout is cancelled. */
  readonly undoes: 'pay' | 'pay_adjustment' | 'carry' | null;
}

const OF_COMMISSION = {
  hasCommission: true,
  hasAdjustment: false,
  mayHaveRefund: false,
  hasPayout: false,
  undoes: null,
} as const;
const OF_REFUND = { ...OF_COMMISSION, mayHaveRefund: true } as const;
const OF_PAYOUT = { ...OF_COMMISSION, hasPayout: true } as const;
/** A bonus goes from the first account to the second, a deduction from the second to the first. */
const OF_ADJUSTMENT = { ...OF_COMMISSION, hasCommission: false, hasAdjustment: true } as const;

/**
 * Every kind of movement, and all that is legal about it. Postings are refused unless they are in this table, and `verify`
 * generates its rules from it, so a new kind is one entry here, a function in `postings.ts`, and a migration that lets the
 * database store it.
 */
export const MOVEMENT_KINDS = {
  earn: {
    ...OF_COMMISSION,
    accounts: [
      ['expense', 'pending'],
      ['expense', 'held'],
    ],
    transitions: [
      [null, 'pending'],
      [null, 'held'],
    ],
  },
  mature: {
    ...OF_COMMISSION,
    accounts: [['pending', 'payable']],
    transitions: [['pending', 'payable']],
  },
  hold: {
    ...OF_COMMISSION,
    accounts: [
      ['pending', 'held'],
      ['payable', 'held'],
    ],
    transitions: [
      ['pending', 'held'],
      ['payable', 'held'],
    ],
  },
  release: {
    ...OF_COMMISSION,
    accounts: [
      ['held', 'pending'],
      ['held', 'payable'],
    ],
    transitions: [
      ['held', 'pending'],
      ['held', 'payable'],
    ],
  },
  reverse: {
    ...OF_REFUND,
    accounts: [
      ['pending', 'expense'],
      ['payable', 'expense'],
      ['held', 'expense'],
    ],
    transitions: [
      ['pending', 'pending'],
      ['payable', 'payable'],
      ['held', 'held'],
      ['paid', 'paid'],
      ['pending', 'reversed'],
      ['payable', 'reversed'],
      ['held', 'reversed'],
      ['paid', 'reversed'],
    ],
  },
  reject: {
    ...OF_COMMISSION,
    accounts: [
      ['pending', 'expense'],
      ['payable', 'expense'],
      ['held', 'expense'],
    ],
    transitions: [
      ['pending', 'reversed'],
      ['payable', 'reversed'],
      ['held', 'reversed'],
    ],
  },
  restore: {
    ...OF_REFUND,
    accounts: [
      ['expense', 'pending'],
      ['expense', 'payable'],
      ['expense', 'held'],
    ],
    transitions: [
      ['pending', 'pending'],
      ['payable', 'payable'],
      ['held', 'held'],
      ['paid', 'paid'],
      ['reversed', 'pending'],
      ['reversed', 'payable'],
      ['reversed', 'held'],
      ['reversed', 'paid'],
    ],
  },
  reassign: {
    ...OF_COMMISSION,
    accounts: [
      ['pending', 'expense'],
      ['payable', 'expense'],
      ['held', 'expense'],
      ['expense', 'pending'],
      ['expense', 'payable'],
      ['expense', 'held'],
    ],
    transitions: [
      ['pending', 'reversed'],
      ['payable', 'reversed'],
      ['held', 'reversed'],
      ['paid', 'reversed'],
      ['reversed', 'pending'],
      ['reversed', 'payable'],
      ['reversed', 'held'],
      ['reversed', 'paid'],
    ],
  },
  pay: {
    ...OF_PAYOUT,
    accounts: [['payable', 'paid']],
    transitions: [['payable', 'paid']],
  },
  unpay: {
    ...OF_PAYOUT,
    undoes: 'pay',
    accounts: [['paid', 'payable']],
    transitions: [
      ['paid', 'payable'],
      ['reversed', 'reversed'],
    ],
  },
  carry: {
    ...OF_PAYOUT,
    hasCommission: false,
    accounts: [
      ['paid', 'payable'],
      ['payable', 'paid'],
    ],
    transitions: [],
  },
  uncarry: {
    ...OF_PAYOUT,
    hasCommission: false,
    undoes: 'carry',
    accounts: [
      ['payable', 'paid'],
      ['paid', 'payable'],
    ],
    transitions: [],
  },
  adjust: {
    ...OF_ADJUSTMENT,
    accounts: [
      ['expense', 'pending'],
      ['expense', 'payable'],
      ['pending', 'expense'],
      ['payable', 'expense'],
    ],
    transitions: [
      [null, 'pending'],
      [null, 'payable'],
    ],
  },
  mature_adjustment: {
    ...OF_ADJUSTMENT,
    accounts: [
      ['pending', 'payable'],
      ['payable', 'pending'],
    ],
    transitions: [['pending', 'payable']],
  },
  pay_adjustment: {
    ...OF_ADJUSTMENT,
    hasPayout: true,
    accounts: [
      ['payable', 'paid'],
      ['paid', 'payable'],
    ],
    transitions: [['payable', 'paid']],
  },
  unpay_adjustment: {
    ...OF_ADJUSTMENT,
    hasPayout: true,
    undoes: 'pay_adjustment',
    accounts: [
      ['paid', 'payable'],
      ['payable', 'paid'],
    ],
    transitions: [['paid', 'payable']],
  },
} as const satisfies Record<string, MovementRule>;

export type MovementKind = keyof typeof MOVEMENT_KINDS;

/** What the ledger allows for movements of a kind. */
export function ruleOfKind(kind: MovementKind): MovementRule {
  return MOVEMENT_KINDS[kind];
}

/** The kinds of movement for which something holds, in the order of the table. */
export function kindsWhere(holds: (rule: MovementRule) => boolean): readonly MovementKind[] {
  return (Object.keys(MOVEMENT_KINDS) as MovementKind[]).filter((kind) => holds(MOVEMENT_KINDS[kind]));
}
