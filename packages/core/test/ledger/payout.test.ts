import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { MAX_AMOUNT_CENTS, planPayout } from '../../src/index.js';
import { commissionOf, newIds } from '../facts-of.js';
import { TestBooks } from './books.js';

/** Books with one commission of 2,000 that was paid. */
function paidBooks() {
  const books = new TestBooks();
  books.earn(2000);
  books.mature(onlyOf(books));
  return { books, payout: books.pay() };
}

function onlyOf(books: TestBooks) {
  const [commission] = books.commissions.values();
  if (commission === undefined) throw new Error('no commission');
  return commission;
}

/** Earns and matures one more commission. */
function addPayable(books: TestBooks, amountCents: number): void {
  books.earn(amountCents);
  for (const commission of books.commissions.values()) books.mature(commission);
}

describe('a payout', () => {
  test('pays every payable commission and nothing else', () => {
    const books = new TestBooks();
    for (const amountCents of [100, 200, 400]) books.earn(amountCents);
    const [first, second] = books.commissions.values();
    if (first === undefined || second === undefined) throw new Error('no commissions');
    books.mature(first);
    books.mature(second);
    expect(books.pay()?.planned).toMatchObject({ amountCents: 300, carriedCents: 0 });
    expect([books.balance('paid'), books.balance('pending'), books.dueCents()]).toEqual([300, 400, 0]);
  });

  test('is not made where nothing is due, or less than the minimum', () => {
    const books = new TestBooks();
    expect(books.pay()).toBeNull();
    addPayable(books, 500);
    expect(books.pay(501)).toBeNull();
    expect(books.pay(500)?.planned.amountCents).toBe(500);
  });

  test('carries what was reversed after an earlier payout, once', () => {
    const { books } = paidBooks();
    books.refundTo(onlyOf(books), 5000);
    expect([books.dueCents(), books.pay()]).toEqual([-1000, null]);
    addPayable(books, 1500);
    expect(books.pay()?.planned).toMatchObject({ amountCents: 500, carriedCents: 1000 });
    expect([books.dueCents(), books.balance('paid')]).toEqual([0, 2500]);
  });

  test('pays by a carry what an earlier carry kept back, once its payout is cancelled', () => {
    const { books, payout } = paidBooks();
    books.refundTo(onlyOf(books), 10_000);
    addPayable(books, 5000);
    expect(books.pay()?.planned).toMatchObject({ amountCents: 3000, carriedCents: 2000 });
    if (payout !== null) books.cancel(payout);
    const third = books.pay();
    expect(third?.planned).toMatchObject({ amountCents: 2000, carriedCents: -2000, commissions: [] });
    expect(third?.planned.movements).toMatchObject([{ kind: 'carry', from: 'payable', to: 'paid' }]);
    expect([books.dueCents(), books.pay()]).toEqual([0, null]);
  });

  test('pays by a carry what an earlier carry kept back, once the refund fails', () => {
    const { books } = paidBooks();
    books.refundTo(onlyOf(books), 10_000);
    addPayable(books, 5000);
    books.pay();
    books.refundTo(onlyOf(books), 0);
    expect(books.dueCents()).toBe(2000);
    expect(books.pay()?.planned).toMatchObject({ amountCents: 2000, carriedCents: -2000 });
    expect(books.dueCents()).toBe(0);
  });

  test('pays bonuses, and settles deductions, each by a movement of its own', () => {
    const books = new TestBooks();
    addPayable(books, 1000);
    books.adjust(300, 'payable');
    books.adjust(-200, 'payable');
    books.adjust(5000, 'pending');
    const payout = books.pay();
    expect(payout?.planned).toMatchObject({ amountCents: 1100, carriedCents: 0 });
    expect(payout?.planned.movements.map(({ kind, from, to }) => [kind, from, to])).toEqual([
      ['pay', 'payable', 'paid'],
      ['pay_adjustment', 'paid', 'payable'],
      ['pay_adjustment', 'payable', 'paid'],
    ]);
    expect([books.balance('paid'), books.balance('pending'), books.dueCents()]).toEqual([1100, 5000, 0]);
    if (payout !== null) books.cancel(payout);
    expect([books.balance('paid'), books.dueCents(), books.carriedCents()]).toEqual([0, 1100, 0n]);
    expect([...books.adjustments.values()].map(({ status }) => status)).toEqual([
      'payable',
      'payable',
      'pending',
    ]);
  });

  test('waits until a deduction is covered, and then settles it once', () => {
    const books = new TestBooks();
    books.adjust(-700, 'payable');
    expect([books.dueCents(), books.pay()]).toEqual([-700, null]);
    addPayable(books, 500);
    expect(books.pay()).toBeNull();
    addPayable(books, 500);
    expect(books.pay()?.planned).toMatchObject({ amountCents: 300, carriedCents: 0 });
    expect([books.dueCents(), books.balance('paid')]).toEqual([0, 300]);
  });

  test('settles deductions even where not everything fits into one payout', () => {
    const books = new TestBooks();
    for (const amountCents of [MAX_AMOUNT_CENTS, 5, -10]) books.adjust(amountCents, 'payable');
    addPayable(books, 7);
    expect(books.pay()?.planned).toMatchObject({ amountCents: MAX_AMOUNT_CENTS - 3 });
    expect(books.pay()?.planned).toMatchObject({ amountCents: 5 });
  });

  test('leaves to the next one what would not be a safe integer', () => {
    const payable = [1, 2].map((id) =>
      commissionOf({ id, status: 'payable', amountCents: MAX_AMOUNT_CENTS }),
    );
    const plan = planPayout({
      programId: 1,
      partnerId: 3,
      currency: 'USD',
      payable,
      adjustments: [],
      carriedCents: 0n,
      minimumCents: 0,
      atMs: 0,
      newId: newIds(),
    });
    expect(plan).toMatchObject({
      ok: true,
      payout: { amountCents: MAX_AMOUNT_CENTS, commissions: [{ id: 1 }] },
    });
  });
});

describe('cancelling a payout', () => {
  test('makes payable again what is left, and reversed what is not', () => {
    const { books, payout } = paidBooks();
    addPayable(books, 3000);
    const second = books.pay();
    books.refundTo(onlyOf(books), 10_000);
    if (payout !== null) books.cancel(payout);
    expect(onlyOf(books)).toMatchObject({ status: 'reversed', payoutId: null, amountCents: 0 });
    expect([books.balance('paid'), books.dueCents()]).toEqual([3000, 0]);
    if (second !== null) books.cancel(second);
    expect([books.balance('paid'), books.dueCents()]).toEqual([0, 3000]);
  });

  test('is refused for a commission that is not in it', () => {
    const { books, payout } = paidBooks();
    if (payout !== null) books.cancel(payout);
    expect(() => payout && books.cancel(payout)).toThrow(/is not in payout/);
  });
});

type Step = readonly [
  kind: 'earn' | 'mature' | 'hold' | 'reject' | 'refund' | 'adjust' | 'pay' | 'cancel',
  which: number,
  cents: number,
];

const STEPS = fc.array(
  fc.tuple(
    fc.constantFrom<Step[0]>(
      'earn',
      'earn',
      'mature',
      'mature',
      'hold',
      'reject',
      'refund',
      'refund',
      'adjust',
      'pay',
      'cancel',
    ),
    fc.nat(1000),
    fc.integer({ min: 0, max: 10_000 }),
  ),
  { minLength: 1, maxLength: 60 },
);

function playStep(books: TestBooks, [kind, which, cents]: Step): void {
  const commissions = [...books.commissions.values()];
  const commission = commissions[which % commissions.length];
  const payouts = books.payouts.filter(({ isCancelled }) => !isCancelled);
  const payout = payouts[which % payouts.length];
  if (kind === 'earn') books.earn(cents + 1);
  else if (kind === 'adjust') books.adjust(cents - 6000 || 1, which % 2 === 0 ? 'payable' : 'pending');
  else if (kind === 'pay') payAndCheck(books, cents % 3 === 0 ? cents : 0);
  else if (kind === 'cancel') payout && books.cancel(payout);
  else if (kind === 'mature' && which % 4 === 0) matureAdjustments(books);
  else if (commission === undefined) return;
  else if (kind === 'mature') books.mature(commission);
  else if (kind === 'hold') books.toggleHold(commission);
  else if (kind === 'reject') books.reject(commission);
  else books.refundTo(commission, cents);
}

function matureAdjustments(books: TestBooks): void {
  for (const adjustment of books.adjustments.values()) books.matureAdjustment(adjustment);
}

/** What is due is what the payout pays, and then nothing is due. */
function payAndCheck(books: TestBooks, minimumCents: number): void {
  const dueCents = books.dueCents();
  const payout = books.pay(minimumCents);
  if (dueCents > 0 && dueCents >= minimumCents) {
    expect(payout?.planned.amountCents).toBe(dueCents);
    expect(books.dueCents()).toBe(0);
  } else {
    expect(payout).toBeNull();
    expect(books.dueCents()).toBe(dueCents);
  }
}

/** What holds for the books at any time. */
function expectBalanced(books: TestBooks): void {
  const payouts = books.payouts.filter(({ isCancelled }) => !isCancelled);
  const paidOut = payouts.reduce((sum, { planned }) => sum + planned.amountCents, 0);
  expect(books.balance('paid')).toBe(paidOut);
  expect(books.balance('pending')).toBe(books.leftCents('pending') + books.adjustedCents('pending'));
  expect(books.balance('held')).toBe(books.leftCents('held'));
  // Everything that was earned and is left was paid out, is due, or will be.
  const adjustedCents = books.adjustedCents('pending', 'payable', 'paid');
  expect(0 - books.balance('expense')).toBe(
    books.leftCents('pending', 'payable', 'held', 'paid') + adjustedCents,
  );
  expect(paidOut + books.dueCents()).toBe(
    books.leftCents('payable', 'paid') + books.adjustedCents('payable', 'paid'),
  );
  for (const { status, amountCents, payoutId, id } of books.commissions.values()) {
    expect(status === 'reversed').toBe(amountCents === 0);
    if (status !== 'reversed') expect(status === 'paid').toBe(payoutId !== null);
    const paidBy = payouts.filter(({ planned }) => planned.commissions.some((one) => one.id === id));
    expect(paidBy.map(({ planned }) => planned.id)).toEqual(payoutId === null ? [] : [payoutId]);
  }
  for (const { status, payoutId, id } of books.adjustments.values()) {
    expect(status === 'paid').toBe(payoutId !== null);
    const settledBy = payouts.filter(({ planned }) => planned.adjustments.some((one) => one.id === id));
    expect(settledBy.map(({ planned }) => planned.id)).toEqual(payoutId === null ? [] : [payoutId]);
  }
}

describe('sales, refunds, failed refunds, holds, adjustments, payouts and cancellations in any order', () => {
  test('leave balanced books, pay nothing twice, and pay what is due', () => {
    fc.assert(
      fc.property(STEPS, (steps) => {
        const books = new TestBooks();
        for (const step of steps) {
          playStep(books, step);
          expectBalanced(books);
        }
      }),
      { numRuns: 300 },
    );
  });

  test('come to the same balance as the total earned once everything is paid and nothing refunded, but for what was rejected', () => {
    fc.assert(
      fc.property(STEPS, (steps) => {
        const books = new TestBooks();
        for (const step of steps) playStep(books, step);
        for (const { id } of [...books.commissions.values()]) {
          const currentCommission = () => books.commissions.get(id) ?? commissionOf();
          books.refundTo(currentCommission(), 0);
          if (currentCommission().status === 'held') books.toggleHold(currentCommission());
          books.mature(currentCommission());
        }
        matureAdjustments(books);
        const earned = [...books.commissions.values()]
          .filter(({ rejectedAtMs }) => rejectedAtMs === null)
          .reduce((sum, { originalCents }) => sum + originalCents, 0);
        const owed = earned + books.adjustedCents('payable', 'paid');
        // Deductions can be more than was ever earned after earlier payouts.
        if (books.pay() !== null) expect([books.balance('paid'), books.dueCents()]).toEqual([owed, 0]);
        expect(books.balance('paid') + books.dueCents()).toBe(owed);
      }),
      { numRuns: 200 },
    );
  });
});
