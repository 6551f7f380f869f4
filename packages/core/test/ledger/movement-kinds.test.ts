import { describe, expect, test } from 'vitest';
import {
  ACCOUNTS,
  accountOf,
  type CommissionStatus,
  canPost,
  IllegalPostingError,
  MOVEMENT_KINDS,
  type MovementKind,
  type MovementRule,
  postEarn,
  postHold,
  postMature,
  postPay,
  postRelease,
  postReverse,
  postUnpay,
  requireTransition,
} from '../../src/index.js';
import { commissionOf, newIds } from '../facts-of.js';

const STATUSES = ['pending', 'payable', 'paid', 'held', 'reversed'] as const;
const context = () => ({ atMs: 0, newId: newIds() });

describe.each(Object.entries<MovementRule>(MOVEMENT_KINDS))('a movement of kind %s', (kind, rule) => {
  test('goes between two different accounts', () => {
    expect(rule.accounts.length).toBeGreaterThan(0);
    for (const [from, to] of rule.accounts) {
      expect(from).not.toBe(to);
      expect(ACCOUNTS).toContain(from);
      expect(ACCOUNTS).toContain(to);
    }
  });

  test('changes a status exactly if it moves the money of a commission or of a partner adjustment', () => {
    expect(rule.transitions.length > 0).toBe(rule.hasCommission || rule.hasAdjustment);
    expect(rule.hasCommission && rule.hasAdjustment).toBe(false);
  });

  test('touches the account of the status before or after', () => {
    const touched = new Set(rule.accounts.flat());
    for (const [from, to] of rule.transitions) {
      const accounts = [from === null ? 'expense' : accountOf(from), accountOf(to)];
      expect(accounts.some((account) => touched.has(account))).toBe(true);
    }
  });

  test('is undone by one that goes the other way, in a payout as well', () => {
    if (rule.undoes === null) return;
    const undone: MovementRule = MOVEMENT_KINDS[rule.undoes];
    const reversed = undone.accounts.map(([from, to]) => `${to} ${from}`).sort();
    expect(rule.accounts.map(([from, to]) => `${from} ${to}`).sort()).toEqual(reversed);
    expect([rule.hasPayout, undone.hasPayout]).toEqual([true, true]);
  });

  test('is refused for every transition that is not in the table', () => {
    for (const from of [null, ...STATUSES]) {
      for (const to of STATUSES) {
        const isLegal = rule.transitions.some((legal) => legal[0] === from && legal[1] === to);
        const attempt = () => requireTransition(kind as MovementKind, from, to);
        if (isLegal) expect(attempt).not.toThrow();
        else expect(attempt).toThrow(IllegalPostingError);
      }
    }
  });
});

describe('a posting', () => {
  const attempts: Record<string, (status: CommissionStatus) => unknown> = {
    earn: (status) => postEarn(commissionOf({ status }), context()),
    mature: (status) => postMature(commissionOf({ status }), context()),
    hold: (status) => postHold(commissionOf({ status }), { holdKind: 'manual', holdNote: 'Odd.' }, context()),
    release: (status) => postRelease(commissionOf({ status }), context()),
    pay: (status) => postPay(commissionOf({ status }), 5, context()),
    unpay: (status) => postUnpay(commissionOf({ status, payoutId: 5 }), 2000, context()),
  };

  test.each(['mature', 'hold', 'release', 'pay', 'unpay'] as const)(
    'of kind %s is refused for a commission in any other status than the table names',
    (kind) => {
      for (const status of STATUSES) {
        if (kind === 'unpay' && status === 'reversed') continue;
        if (canPost(kind, status)) expect(() => attempts[kind]?.(status)).not.toThrow();
        else expect(() => attempts[kind]?.(status)).toThrow(IllegalPostingError);
      }
    },
  );

  test('earns a commission as pending or held only', () => {
    for (const status of STATUSES) {
      if (status === 'pending' || status === 'held') expect(() => attempts.earn?.(status)).not.toThrow();
      else expect(() => attempts.earn?.(status)).toThrow(IllegalPostingError);
    }
  });

  test('of nothing or less is refused', () => {
    const cause = { ...context(), refundId: 9 };
    expect(() => postReverse(commissionOf(), 2000, cause)).toThrow(IllegalPostingError);
    expect(() => postReverse(commissionOf(), 2001, cause)).toThrow(IllegalPostingError);
    expect(() => postReverse(commissionOf(), 1999, cause)).not.toThrow();
  });

  test('cannot undo a payment that is not in a payout', () => {
    const paid = commissionOf({ status: 'paid', payoutId: null });
    expect(() => postUnpay(paid, 2000, context())).toThrow(IllegalPostingError);
  });
});
