import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  addMonths,
  type Commission,
  type CommissionRule,
  calculateCommission,
  earnCommission,
  reverseCommission,
  ruleFor,
} from '../../src/index.js';
import {
  commissionOf,
  customerOf,
  DAY_MS,
  enrollmentOf,
  NOW_MS,
  newIds,
  programOf,
  saleOf,
  TWENTY_PERCENT,
} from '../facts-of.js';

const msOf = (iso: string) => Date.parse(iso);

describe('months from the first sale', () => {
  test.each([
    ['2026-01-15T10:30:00.123Z', 1, '2026-02-15T10:30:00.123Z'],
    ['2026-01-31T00:00:00Z', 1, '2026-02-28T00:00:00Z'],
    ['2028-01-31T00:00:00Z', 1, '2028-02-29T00:00:00Z'],
    ['2028-02-29T23:59:59.999Z', 12, '2029-02-28T23:59:59.999Z'],
    ['2028-02-29T00:00:00Z', 48, '2032-02-29T00:00:00Z'],
    ['2026-10-31T12:00:00Z', 4, '2027-02-28T12:00:00Z'],
    ['2026-12-31T12:00:00Z', 2, '2027-02-28T12:00:00Z'],
    ['2026-03-31T12:00:00Z', 1, '2026-04-30T12:00:00Z'],
    ['2026-05-05T05:05:05Z', 0, '2026-05-05T05:05:05Z'],
    ['2000-01-31T00:00:00Z', 1200, '2100-01-31T00:00:00Z'],
  ])('%s plus %d is %s', (from, months, to) => {
    expect(new Date(addMonths(msOf(from), months))).toEqual(new Date(to));
  });

  test('keep the time of day, land in the right month, and never shorten with more months', () => {
    const time = fc.integer({ min: 0, max: msOf('2200-01-01') });
    fc.assert(
      fc.property(time, fc.integer({ min: 0, max: 1199 }), (fromMs, months) => {
        const from = new Date(fromMs);
        const to = new Date(addMonths(fromMs, months));
        expect(to.getTime() % DAY_MS).toBe(fromMs % DAY_MS);
        const monthsOf = (date: Date) => date.getUTCFullYear() * 12 + date.getUTCMonth();
        expect(monthsOf(to) - monthsOf(from)).toBe(months);
        expect(to.getUTCDate()).toBeLessThanOrEqual(from.getUTCDate());
        expect(addMonths(fromMs, months + 1)).toBeGreaterThan(to.getTime());
      }),
    );
  });
});

describe('the commission of a sale', () => {
  const calculate = (
    rule: CommissionRule | null,
    sale = saleOf(),
    first = { id: sale.id, atMs: sale.occurredAtMs },
  ) => calculateCommission({ sale, codes: [], rule, programCurrency: 'USD', firstSale: first });
  const ruleOf = (changes: Partial<CommissionRule>): CommissionRule => ({ ...TWENTY_PERCENT, ...changes });
  const why = (result: ReturnType<typeof calculate>) => (result.due ? null : result.code);

  test('are a percentage of amount minus tax, in the currency of the sale', () => {
    const sale = saleOf({ amountCents: 12_000, taxCents: 2_000, currency: 'JPY' });
    expect(calculate(TWENTY_PERCENT, sale)).toEqual({
      due: true,
      amountCents: 2000,
      currency: 'JPY',
      baseCents: 10_000,
    });
  });

  test('are a flat amount in the currency of the program', () => {
    const rule = ruleOf({ type: 'flat', basisPoints: null, amountCents: 500 });
    expect(calculate(rule, saleOf({ currency: 'EUR' }))).toMatchObject({
      due: true,
      amountCents: 500,
      currency: 'USD',
    });
  });

  test('are nothing for a test sale, without a rule, and when they come to zero', () => {
    expect(why(calculate(TWENTY_PERCENT, saleOf({ testMode: true })))).toBe('test_sale');
    expect(why(calculate(null))).toBe('no_rule');
    expect(why(calculate(ruleOf({ basisPoints: 0 })))).toBe('amount_zero');
    expect(why(calculate(TWENTY_PERCENT, saleOf({ amountCents: 2 })))).toBe('amount_zero');
    expect(why(calculate(TWENTY_PERCENT, saleOf({ amountCents: 5000, taxCents: 5000 })))).toBe('amount_zero');
    expect(why(calculate(ruleOf({ type: 'flat', basisPoints: null, amountCents: 0 })))).toBe('amount_zero');
  });

  test("pay for the first sale only where the rule's duration is 0", () => {
    const rule = ruleOf({ durationMonths: 0 });
    expect(calculate(rule)).toMatchObject({ due: true });
    expect(why(calculate(rule, saleOf(), { id: 19, atMs: NOW_MS }))).toBe('not_first_sale');
  });

  test('pay until the last millisecond of the n-th month from the first sale', () => {
    const rule = ruleOf({ durationMonths: 3 });
    const first = { id: 19, atMs: msOf('2026-01-31T09:00:00Z') };
    const sold = (iso: string) => calculate(rule, saleOf({ occurredAtMs: msOf(iso) }), first);
    expect(sold('2026-04-30T08:59:59.999Z')).toMatchObject({ due: true });
    expect(why(sold('2026-04-30T09:00:00Z'))).toBe('duration_over');
    expect(calculate(ruleOf({}), saleOf({ occurredAtMs: msOf('2126-01-01') }), first)).toMatchObject({
      due: true,
    });
  });
});

describe('the rule that counts', () => {
  test("is the partner's own where there is one, else the program's", () => {
    const own = { ...TWENTY_PERCENT, id: 2, scope: 'partner' } as const;
    expect(ruleFor(programOf(), enrollmentOf())).toBe(TWENTY_PERCENT);
    expect(ruleFor(programOf(), enrollmentOf({ rule: own }))).toBe(own);
    expect(ruleFor(programOf({ rule: null }), enrollmentOf())).toBeNull();
  });
});

describe('an earned commission', () => {
  const earn = (status: 'approved' | 'pending' | 'rejected' | 'suspended') =>
    earnCommission(
      {
        sale: saleOf(),
        program: programOf({ holdDays: 14 }),
        enrollment: enrollmentOf({ status }),
        customer: customerOf({ click: { number: 77, clickedMs: 5 } }),
        rule: TWENTY_PERCENT,
        firstSale: { id: 20, atMs: 4 },
        flags: [],
        atMs: NOW_MS,
        newId: newIds(),
      },
      { amountCents: 2000, currency: 'USD', baseCents: 10_000 },
    );

  test('is pending until the hold time after the sale, and booked from the cost of the company', () => {
    const { commission, movements } = earn('approved');
    expect(commission).toMatchObject({
      status: 'pending',
      holdKind: null,
      originalCents: 2000,
      amountCents: 2000,
    });
    expect(commission.payableAtMs).toBe(saleOf().occurredAtMs + 14 * DAY_MS);
    expect(movements).toMatchObject([
      { kind: 'earn', from: 'expense', to: 'pending', amountCents: 2000, commissionId: commission.id },
    ]);
  });

  test('keeps the facts and the arithmetic it came from', () => {
    expect(earn('approved').commission.reason).toMatchObject({
      ruleId: 1,
      ruleVersion: 1,
      basisPoints: 2000,
      saleCents: 10_000,
      baseCents: 10_000,
      firstSaleId: 20,
      holdDays: 14,
      clickId: 'cust_77_5',
      customerId: 10,
    });
  });

  test.each(['pending', 'rejected', 'suspended'] as const)('of a partner who is %s is held', (status) => {
    const { commission, movements } = earn(status);
    expect(commission).toMatchObject({ status: 'held', holdKind: `partner_${status}`, holdNote: null });
    expect(movements).toMatchObject([{ from: 'expense', to: 'held' }]);
  });
});

describe('reversing', () => {
  const amounts = fc.integer({ min: 1, max: 10_000_000 });
  /** A sale, its commission, and its refunds in some order; together they are the whole sale or a part of it. */
  const story = fc.record({
    originalCents: amounts,
    refunds: fc.array(amounts, { minLength: 1, maxLength: 12 }),
    restCents: fc.oneof(fc.constant(0), amounts),
  });
  const sumNumbers = (numbers: readonly number[]) => numbers.reduce((sum, number) => sum + number, 0);

  function reverseAll(originalCents: number, saleCents: number, refunds: readonly number[]) {
    const newId = newIds();
    let commission: Commission = commissionOf({ originalCents, amountCents: originalCents });
    let refundedCents = 0;
    let bookedCents = 0;
    for (const [index, amountCents] of refunds.entries()) {
      refundedCents += amountCents;
      const change = reverseCommission(commission, {
        refundId: index + 1,
        refundedCents,
        saleCents,
        atMs: NOW_MS,
        newId,
      });
      expect(change.commission.amountCents).toBeLessThanOrEqual(commission.amountCents);
      expect(change.movements.every((movement) => movement.amountCents > 0)).toBe(true);
      bookedCents += sumNumbers(change.movements.map((movement) => movement.amountCents));
      commission = change.commission;
    }
    expect(commission.amountCents).toBe(originalCents - bookedCents);
    return commission;
  }

  test('ends at the same books whatever the order and the partition of the refunds, and no cent drifts', () => {
    fc.assert(
      fc.property(story, fc.integer(), ({ originalCents, refunds, restCents }, seed) => {
        const refundedCents = sumNumbers(refunds);
        const saleCents = refundedCents + restCents;
        const shuffled = [...refunds].sort((a, b) => ((a * 7919 + seed) % 97) - ((b * 7919 + seed) % 97));
        const halves = refunds
          .flatMap((cents) => [Math.floor(cents / 2), Math.ceil(cents / 2)])
          .filter(Boolean);
        const atOnce = reverseAll(originalCents, saleCents, [refundedCents]);
        for (const order of [refunds, [...refunds].reverse(), shuffled, halves]) {
          expect(reverseAll(originalCents, saleCents, order)).toEqual(atOnce);
        }
        if (restCents === 0) expect(atOnce).toMatchObject({ amountCents: 0, status: 'reversed' });
      }),
    );
  });

  test('a cent at a time takes each cent once', () => {
    expect(
      reverseAll(
        67,
        333,
        Array.from({ length: 333 }, () => 1),
      ),
    ).toMatchObject({ amountCents: 0 });
  });

  test.each([
    ['pending', 'pending'],
    ['payable', 'payable'],
    ['held', 'held'],
    ['paid', 'payable'],
  ] as const)(
    'a %s commission takes from the account %s and keeps its status until nothing is left',
    (status, from) => {
      const hold =
        status === 'held'
          ? ({ holdKind: 'manual', holdNote: 'Looks odd.' } as const)
          : ({ holdKind: null, holdNote: null } as const);
      const reverse = (refundedCents: number) =>
        reverseCommission(commissionOf({ status, ...hold }), {
          refundId: 9,
          refundedCents,
          saleCents: 10_000,
          atMs: NOW_MS,
          newId: newIds(),
        });
      expect(reverse(2500)).toMatchObject({
        commission: { status, ...hold, amountCents: 1500, originalCents: 2000 },
        movements: [{ kind: 'reverse', from, to: 'expense', amountCents: 500, refundId: 9 }],
      });
      expect(reverse(10_000)).toMatchObject({
        commission: { status: 'reversed', ...hold, amountCents: 0 },
      });
    },
  );

  test('books nothing where nothing changes', () => {
    const commission = commissionOf({ originalCents: 1, amountCents: 1 });
    const cause = { refundId: 9, refundedCents: 1, saleCents: 10_000, atMs: NOW_MS, newId: newIds() };
    expect(reverseCommission(commission, cause)).toEqual({ commission, movements: [] });
  });
});
