import { expect, test } from 'vitest';
import { formatMoney } from '../src/format/money.js';
import { nameOfChange } from '../src/pages/audit/audit-actions.js';
import { differencesOf } from '../src/pages/audit/audit-diff.js';

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
  const differences = differencesOf(before, after).map((one) => [one.field, one.before, one.after]);
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
  expect(differencesOf(null, made).map(({ field }) => field)).toEqual(['Short link']);
  expect(differencesOf(null, { id: 7 })).toHaveLength(1);
  const moved = differencesOf({ partner_id: 3 }, { partner_id: 4, reason: 'Her order' });
  expect(moved.map(({ field }) => field)).toEqual(['Partner id', 'Reason']);
});

test('an erasure names only what it found', () => {
  const found = { clicks: 2, texts: 0, processor_events: 0 };
  expect(differencesOf(null, found, true).map(({ field }) => field)).toEqual(['Clicks']);
});

test('a partner whose status alone is another is called what was decided', () => {
  const before = { id: 3, name: 'Maria', status: 'pending', joined_at: '2026-11-01T00:00:00Z' };
  const approved = { ...before, status: 'approved', joined_at: '2026-11-02T00:00:00Z' };
  const change = { action: 'partner.update', before };
  expect(nameOfChange({ ...change, after: approved })).toBe('Partner approved');
  expect(nameOfChange({ ...change, after: { ...approved, name: 'Ana' } })).toBe('Partner changed');
});
