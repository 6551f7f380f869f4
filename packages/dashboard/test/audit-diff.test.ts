import { expect, test } from 'vitest';
import { formatMoney } from '../src/format/money.js';
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
