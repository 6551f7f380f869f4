import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { countedCents, isHeldAtSuspension, leftAfter } from '../../src/index.js';
import { saleIdOf, TwoPartners } from './two-partners.js';

type Step = readonly [
  kind:
    | 'sell'
    | 'refund'
    | 'refund reported'
    | 'refund failed'
    | 'dispute'
    | 'dispute won'
    | 'mature'
    | 'hold'
    | 'suspend'
    | 'pay'
    | 'cancel'
    | 'assign'
    | 'assign with sales',
  which: number,
  cents: number,
];

const STEPS = fc.array(
  fc.tuple(
    fc.constantFrom<Step[0]>(
      'sell',
      'sell',
      'sell',
      'refund',
      'refund reported',
      'refund failed',
      'dispute',
      'dispute won',
      'mature',
      'mature',
      'hold',
      'suspend',
      'pay',
      'pay',
      'cancel',
      'assign',
      'assign with sales',
      'assign with sales',
    ),
    fc.nat(1000),
    fc.integer({ min: 1, max: 10_000 }),
  ),
  { minLength: 1, maxLength: 50 },
);

/** What a customer earns a partner at most. */
const LIMITS = fc.constantFrom(null, 1000, 4000);

function play(books: TwoPartners, [kind, which, cents]: Step): void {
  const partner = which % 2 === 0 ? 0 : 1;
  if (kind === 'sell') books.sell(cents);
  else if (kind === 'refund') books.refund(which, cents);
  else if (kind === 'refund reported') books.report(which, 'refund', 'counted');
  else if (kind === 'refund failed') books.report(which, 'refund', 'void');
  else if (kind === 'dispute') books.report(which, 'dispute', 'open');
  else if (kind === 'dispute won') books.report(which, 'dispute', 'void');
  else if (kind === 'mature') books.mature(which);
  else if (kind === 'hold') books.toggleHold(which);
  else if (kind === 'suspend') books.suspend(partner);
  else if (kind === 'pay') books.pay(partner);
  else if (kind === 'cancel') books.cancel(which);
  else books.assign(partner, kind === 'assign with sales');
}

/** What holds at any time: each sale pays one partner, by its rule and its refunds, and the ledger says the same. */
function expectSound(books: TwoPartners): void {
  const byAccount = { pending: [0, 0], held: [0, 0] };
  const left = [0, 0];
  const counted = [0, 0];
  for (const commission of books.commissions.values()) {
    const sale = books.facts.sales.get(saleIdOf(commission));
    if (sale === undefined) throw new Error('a commission has no sale');
    const isLive = commission.reassignedAtMs === null;
    expect(isLive).toBe(sale.enrollmentId === commission.enrollmentId);
    const refunds = { refundedCents: sale.refundedCents, saleCents: sale.amountCents };
    expect(commission.amountCents).toBe(isLive ? leftAfter(commission, refunds) : 0);
    expect(commission.status === 'reversed').toBe(commission.amountCents === 0);
    if (isLive) expect(commission.ruleId).toBe(sale.ruleId);
    const partner = commission.partnerId === 3 ? 0 : 1;
    left[partner] = (left[partner] ?? 0) + commission.amountCents;
    if (commission.status === 'pending' || commission.status === 'held') {
      const sums = byAccount[commission.status];
      sums[partner] = (sums[partner] ?? 0) + commission.amountCents;
    }
    const { isDisputed, earnedHeldAtMs } = books.conditionsOf(commission);
    if (isLive && (isDisputed || isHeldAtSuspension(commission, earnedHeldAtMs)))
      expect(commission.status).not.toMatch(/pending|payable/);
    if (isLive) counted[partner] = (counted[partner] ?? 0) + countedCents(commission);
  }
  for (const cents of counted) expect(cents).toBeLessThanOrEqual(books.maxTotalCents ?? cents);
  for (const partner of [0, 1] as const) {
    expect(0 - books.balance(partner, 'expense')).toBe(left[partner]);
    expect(books.balance(partner, 'pending')).toBe(byAccount.pending[partner]);
    expect(books.balance(partner, 'held')).toBe(byAccount.held[partner]);
    const paid = books.payouts.filter((one) => one.partner === partner && !one.isCancelled);
    expect(books.balance(partner, 'paid')).toBe(
      paid.reduce((sum, { planned }) => sum + planned.amountCents, 0),
    );
  }
  expectTotals(books);
}

/** The totals are a recount: sales, refunds and what was earned count for the partner they are credited to now, once. */
function expectTotals(books: TwoPartners): void {
  const expected: Record<string, number> = {};
  const add = (key: string, amount: number) => {
    if (amount !== 0) expected[key] = (expected[key] ?? 0) + amount;
  };
  for (const sale of books.sales) {
    const key = `${sale.partnerId} ${sale.linkId ?? 0}`;
    add(`${key} sales`, 1);
    add(`${key} revenueCents`, sale.amountCents);
    add(`${key} refundedCents`, sale.refundedCents);
    if (books.customer.firstSaleId === sale.id) add(`${key} customers`, 1);
  }
  for (const {
    partnerId,
    reason,
    originalCents,
    amountCents,
    reassignedAtMs,
  } of books.commissions.values()) {
    if (reassignedAtMs !== null) continue;
    const key = `${partnerId} ${reason.linkId ?? 0}`;
    add(`${key} commissionCents`, originalCents);
    add(`${key} reversedCents`, originalCents - amountCents);
  }
  const nonZero = Object.fromEntries(Object.entries(expected).filter(([, sum]) => sum !== 0));
  expect(books.totalsByPartner()).toEqual(nonZero);
}

describe('an assignment', () => {
  test('from now on leaves every sale so far as it is', () => {
    const books = new TwoPartners();
    books.sell(10_000);
    const before = books.summary();
    const { customer, change, reassignments } = books.assign(1, false);
    expect(customer).toMatchObject({ partnerId: 8, enrollmentId: 6, linkId: null, namedBy: 'server' });
    expect(change).toMatchObject({ reason: 'assigned', note: 'Agreed by email.', movesSales: false });
    expect(reassignments).toEqual([]);
    expect(books.summary()).toEqual(before);
    books.sell(5000);
    expect(books.sales.map(({ partnerId, linkId }) => [partnerId, linkId])).toEqual([
      [3, 4],
      [8, null],
    ]);
    expect([books.balance(0, 'pending'), books.balance(1, 'pending')]).toEqual([2000, 500]);
  });

  test('with the sales reverses what they earned, whatever became of it, and pays by the rule of the other', () => {
    const books = new TwoPartners();
    for (const amountCents of [10_000, 20_000, 30_000, 40_000]) books.sell(amountCents);
    books.mature(0);
    books.pay(0);
    books.mature(1);
    books.toggleHold(2);
    books.refund(3, 10_000);
    const { reassignments } = books.assign(1, true);
    const moved = { fromPartnerId: 3, toPartnerId: 8, currency: 'USD' };
    expect(reassignments).toEqual([
      { ...moved, saleId: expect.any(Number), reversedCents: 2000, earnedCents: 1000 },
      { ...moved, saleId: expect.any(Number), reversedCents: 4000, earnedCents: 2000 },
      { ...moved, saleId: expect.any(Number), reversedCents: 6000, earnedCents: 3000 },
      { ...moved, saleId: expect.any(Number), reversedCents: 6000, earnedCents: 3000 },
    ]);
    const balancesOf = (partner: 0 | 1) =>
      (['pending', 'payable', 'held', 'paid'] as const).map((account) => books.balance(partner, account));
    expect(balancesOf(0)).toEqual([0, -2000, 0, 2000]);
    expect(balancesOf(1)).toEqual([9000, 0, 0, 0]);
    expectSound(books);
  });

  test('to the partner who has all of it already changes nothing', () => {
    const books = new TwoPartners();
    books.sell(10_000);
    const plan = books.plan(0, true);
    expect([plan.change, plan.sales, plan.movements, plan.totals]).toEqual([null, [], [], []]);
    expect(plan.customer).toEqual(books.customer);
  });

  test('leaves to the new partner what refunds take and give back later', () => {
    const books = new TwoPartners();
    books.sell(9000);
    books.report(0, 'refund', 'counted');
    books.assign(1, true);
    expect([books.balance(0, 'expense'), books.balance(1, 'pending')]).toEqual([0, 600]);
    books.report(0, 'refund', 'void');
    expect([books.balance(0, 'expense'), books.balance(1, 'pending')]).toEqual([0, 900]);
    books.refund(0, 9000);
    expect([books.balance(0, 'expense'), books.balance(1, 'expense')]).toEqual([0, 0]);
  });
});

describe('a limit of what a customer earns a partner', () => {
  /** What counts of the commissions that the first partner has, sale by sale. */
  const countedOf = (books: TwoPartners) =>
    books.sales.map(({ id }) => {
      const commission = books.facts.commissionBySale.get(id);
      return commission?.partnerId === 3 ? countedCents(commission) : 0;
    });

  test('holds for sales that are assigned back after others were made meanwhile', () => {
    const books = new TwoPartners(1000);
    books.sell(5000);
    books.assign(1, true);
    books.assign(0, false);
    books.sell(4000);
    books.assign(0, true);
    expect(countedOf(books)).toEqual([200, 800]);
    expect(books.balance(0, 'expense')).toBe(-1000);
    expectSound(books);
    books.refund(0, 2500);
    expect(books.balance(0, 'expense')).toBe(-900);
    books.assign(1, true);
    books.assign(0, true);
    expect(countedOf(books)).toEqual([200, 800]);
    expectSound(books);
  });

  test('leaves nothing of what comes back last, even where it was paid', () => {
    const books = new TwoPartners(1000);
    books.sell(5000);
    books.matureAll();
    books.pay(0);
    books.assign(1, true);
    books.assign(0, false);
    books.sell(5000);
    books.sell(5000);
    books.assign(0, true);
    expect(countedOf(books)).toEqual([0, 1000, 0]);
    expectSound(books);
    books.assign(1, true);
    books.assign(0, false);
    books.refund(0, 1);
    expectSound(books);
  });
});

describe('sales, refunds, disputes, holds, payouts and assignments in any order', () => {
  test('leave sound books', () => {
    fc.assert(
      fc.property(STEPS, LIMITS, (steps, limit) => {
        const books = new TwoPartners(limit);
        for (const step of steps) {
          play(books, step);
          expectSound(books);
        }
      }),
      { numRuns: 300 },
    );
  });

  test('are as before once the customer is assigned away and back with the sales', () => {
    fc.assert(
      fc.property(STEPS, LIMITS, (steps, limit) => {
        const books = new TwoPartners(limit);
        for (const step of steps) play(books, step);
        // All sales of one partner, as they are where nobody assigned only a part of them.
        const owner = books.customer.partnerId === 3 ? 0 : 1;
        books.assign(owner, true);
        books.matureAll();
        const before = books.summary();
        for (const _time of [1, 2]) {
          books.assign(owner === 0 ? 1 : 0, true);
          books.assign(owner, true);
          expect(books.summary()).toEqual(before);
        }
      }),
      { numRuns: 300 },
    );
  });

  test('are shown by a plan as they are done', () => {
    fc.assert(
      fc.property(STEPS, fc.boolean(), (steps, movesSales) => {
        const books = new TwoPartners();
        for (const step of steps) play(books, step);
        const before = books.summary();
        const shown = books.plan(1, movesSales);
        expect(books.summary()).toEqual(before);
        const done = books.assign(1, movesSales);
        expect(done.reassignments).toEqual(shown.reassignments);
        expect(done.customer).toEqual(shown.customer);
      }),
      { numRuns: 100 },
    );
  });
});
