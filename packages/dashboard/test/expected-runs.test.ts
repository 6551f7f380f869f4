import { expect, test } from 'vitest';
import { expectedRuns, type ProgramDetail } from '../src/pages/portal/overview-data.js';

/** A partner of a program that pays on the first of each month, to whom 40.00 is payable. */
function detailWith(changes: Partial<ProgramDetail>): ProgramDetail {
  const balance = { currency: 'USD', pending_cents: 0, held_cents: 0, payable_cents: 4_000, paid_cents: 0 };
  return {
    currency: 'USD',
    balances: [balance],
    maturing: [],
    minimum_payout_cents: 0,
    minimum_payouts: [],
    payout_schedule: { every: 'month', day: 1 },
    next_payout_on: '2026-12-01',
    payouts_held_until: null,
    payout_method: 'bank',
    status: 'approved',
    ...changes,
  } as ProgramDetail;
}

const maturing = (day: string, amount_cents: number, currency = 'USD') => ({
  day,
  currency,
  amount_cents,
  commissions: 1,
  adjustments: 0,
});
const runsOf = (changes: Partial<ProgramDetail>, currency = 'USD') =>
  expectedRuns(detailWith(changes), currency).map(({ day, amountCents }) => [day, amountCents]);

test('each run pays what is payable before its day', () => {
  const days = [maturing('2026-11-30', 100), maturing('2026-12-01', 20), maturing('2027-01-03', 3)];
  expect(runsOf({ maturing: [...days, maturing('2026-12-05', 999, 'EUR')] })).toEqual([
    ['2026-12-01', 4_100],
    ['2027-01-01', 20],
    ['2027-02-01', 3],
  ]);
});

test('less than the minimum waits for a run that it suffices for, or for further sales', () => {
  const changes = { minimum_payout_cents: 4_001, maturing: [maturing('2026-12-10', 1)] };
  expect(runsOf(changes)).toEqual([['2027-01-01', 4_001]]);
  expect(runsOf({ minimum_payout_cents: 5_000 })).toEqual([]);
});

test('what is below zero is taken from the next earnings', () => {
  const balance = { currency: 'USD', pending_cents: 0, held_cents: 0, payable_cents: -500, paid_cents: 0 };
  expect(runsOf({ balances: [balance] })).toEqual([]);
  expect(runsOf({ balances: [balance], maturing: [maturing('2026-12-10', 700)] })).toEqual([
    ['2027-01-01', 200],
  ]);
});

test('new payout details keep the runs until then back', () => {
  expect(runsOf({ payouts_held_until: '2026-12-01T06:40:00.000Z' })).toEqual([['2027-01-01', 4_000]]);
  expect(runsOf({ payouts_held_until: '2026-11-30T06:40:00.000Z' })).toEqual([['2026-12-01', 4_000]]);
});

test('runs leave out who is suspended or has no payout details', () => {
  expect(runsOf({ payout_method: null })).toEqual([]);
  expect(runsOf({ status: 'suspended' })).toEqual([]);
});

test('weekly runs, other currencies, and programs without a schedule', () => {
  const weekly = {
    payout_schedule: { every: 'week', day: 5 },
    next_payout_on: '2026-12-04',
  } as const;
  expect(runsOf({ ...weekly, maturing: [maturing('2026-12-05', 1), maturing('2026-12-18', 1)] })).toEqual([
    ['2026-12-04', 4_000],
    ['2026-12-11', 1],
    ['2026-12-25', 1],
  ]);
  expect(runsOf(weekly, 'EUR')).toEqual([]);
  expect(runsOf({ payout_schedule: null, next_payout_on: null })).toEqual([]);
});
