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

  test('leaves to the next one what would not be a safe integer', () => {
    const payable = [1, 2].map((id) =>
      commissionOf({ id, status: 'payable', amountCents: MAX_AMOUNT_CENTS }),
    );
    const plan = planPayout({
      programId: 1,
      partnerId: 3,
      currency: 'USD',
      payable,
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
  kind: 'earn' | 'mature' | 'hold' | 'refund' | 'pay' | 'cancel',
  which: number,
  cents: number,
];

const STEPS = fc.array(
  fc.tuple(
    fc.constantFrom<Step[0]>('earn', 'earn', 'mature', 'mature', 'hold', 'refund', 'refund', 'pay', 'cancel'),
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
  else if (kind === 'pay') payAndCheck(books, cents % 3 === 0 ? cents : 0);
  else if (kind === 'cancel') payout && books.cancel(payout);
  else if (commission === undefined) return;
  else if (kind === 'mature') books.mature(commission);
  else if (kind === 'hold') books.toggleHold(commission);
  else books.refundTo(commission, cents);
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
  expect(books.balance('pending')).toBe(books.leftCents('pending'));
  expect(books.balance('held')).toBe(books.leftCents('held'));
  // Everything that was earned and is left was paid out, is due, or will be.
  expect(0 - books.balance('expense')).toBe(books.leftCents('pending', 'payable', 'held', 'paid'));
  expect(paidOut + books.dueCents()).toBe(books.leftCents('payable', 'paid'));
  for (const { status, amountCents, payoutId, id } of books.commissions.values()) {
    expect(status === 'reversed').toBe(amountCents === 0);
    if (status !== 'reversed') expect(status === 'paid').toBe(payoutId !== null);
    const paidBy = payouts.filter(({ planned }) => planned.commissions.some((one) => one.id === id));
    expect(paidBy.map(({ planned }) => planned.id)).toEqual(payoutId === null ? [] : [payoutId]);
  }
}

describe('sales, refunds, failed refunds, holds, payouts and cancellations in any order', () => {
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

  test('come to the same balance as the total earned once everything is paid and nothing refunded', () => {
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
        books.pay();
        const earned = [...books.commissions.values()].reduce(
          (sum, { originalCents }) => sum + originalCents,
          0,
        );
        expect([books.balance('paid'), books.dueCents()]).toEqual([earned, 0]);
      }),
      { numRuns: 200 },
    );
  });
});
