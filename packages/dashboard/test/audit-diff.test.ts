import { expect, test } from 'vitest';
import { codesCalled } from '../src/format/called.js';
import { formatMoney } from '../src/format/money.js';
import { ACTIONS, nameOfChange } from '../src/pages/audit/audit-actions.js';
import { differencesOf, NAMES } from '../src/pages/audit/audit-diff.js';

const changed = (before: unknown, after: unknown, more: Partial<Parameters<typeof differencesOf>[0]> = {}) =>
  differencesOf({ action: 'some.change', before, after, related: [], ...more });

test('a change of minimum payouts is shown in the currency of each', () => {
  const before = { currency: 'EUR', minimum_payout_cents: 500, minimum_payouts: [] };
  const after = {
    currency: 'EUR',
    minimum_payout_cents: 700,
    minimum_payouts: [
      { currency: 'HUF', amount_cents: 1_000_000 },
      { currency: 'JPY', amount_cents: 1600 },
    ],
  };
  const differences = changed(before, after).map((one) => [one.field, one.before, one.after]);
  expect(differences.map(([field]) => field)).toEqual([
    'Minimum payout',
    'Minimum payouts in other currencies',
  ]);
  expect(differences[1]).toEqual([
    'Minimum payouts in other currencies',
    null,
    `${formatMoney(1_000_000, 'HUF')}, ${formatMoney(1600, 'JPY')}`,
  ]);
});

test('numbers of rows and times of creation are left out where an entry says anything else', () => {
  const made = { id: 7, partner_id: 3, created_at: '2026-11-01T00:00:00Z', short_link: 'maria' };
  expect(changed(null, made).map(({ field }) => field)).toEqual(['Short link']);
  expect(changed(null, { id: 7 })).toHaveLength(1);
  const moved = changed({ partner_id: 3 }, { partner_id: 4, reason: 'Her order' });
  expect(moved.map(({ field }) => field)).toEqual(['Partner', 'Reason']);
});

test('what a field refers to is named, also where something was made', () => {
  const related = [
    { type: 'partner', id: 3, name: 'Maria' },
    { type: 'partner', id: 4, name: 'Tom' },
  ];
  expect(changed({ partner_id: 3 }, { partner_id: 4 }, { related })).toEqual([
    { field: 'Partner', before: 'Maria', after: 'Tom' },
  ]);
  expect(changed(null, { id: 3, partner_id: 4, short_link: 'tom' }, { related })).toEqual([
    { field: 'Partner', before: null, after: 'Tom' },
    { field: 'Short link', before: null, after: 'tom' },
  ]);
});

test('what a field lists is named, with its amount, and codes are words', () => {
  const related = [
    { type: 'partner', id: 3, name: 'Maria' },
    { type: 'payout', id: 30, name: 'Maria' },
    { type: 'sale', id: 9, name: 'order-9' },
  ];
  const run = {
    payouts: [
      { id: 30, partner_id: 3, currency: 'EUR', amount_cents: 1600, payee_name: '…aria', method: null },
      { id: 31, partner_id: 4, currency: 'EUR', amount_cents: 700, payee_name: '…om', method: null },
    ],
    skipped: [],
  };
  const textOf = (after: unknown) => changed(null, after, { related }).map((one) => one.after);
  expect(textOf(run)).toEqual([`Maria ${formatMoney(1600, 'EUR')}, …om ${formatMoney(700, 'EUR')}`]);
  expect(textOf({ paid: [30, 31], reference: 'Nov 27' })).toEqual(['Maria, 31', 'Nov 27']);
  expect(textOf({ partner_id: 3, from: 'first_sale', sales: [9], credit_change: 1 })).toEqual([
    'Maria',
    'All sales, from the first',
    'order-9',
  ]);
});

test('an erasure names only what it found', () => {
  const found = { clicks: 2, texts: 0, processor_events: 0 };
  expect(changed(null, found, { action: 'customer.erase' }).map(({ field }) => field)).toEqual(['Clicks']);
});

test('a partner whose status alone is another is called what was decided', () => {
  const before = { id: 3, name: 'Maria', status: 'pending', joined_at: '2026-11-01T00:00:00Z' };
  const approved = { ...before, status: 'approved', joined_at: '2026-11-02T00:00:00Z' };
  const change = { action: 'partner.update', before };
  expect(nameOfChange({ ...change, after: approved })).toBe('Partner approved');
  expect(nameOfChange({ ...change, after: { ...approved, name: 'Ana' } })).toBe('Partner changed');
});

test('actions and fields are found by the names that people see', () => {
  expect(codesCalled('Program settings', ACTIONS)).toEqual(['program.update']);
  expect(codesCalled(' REVOKED', ACTIONS)).toContain('key.revoke');
  expect(codesCalled('no such thing', ACTIONS)).toEqual([]);
  expect(codesCalled('hold period', NAMES)).toEqual(['hold_days']);
});
