import { expect, test } from 'vitest';
import { historyText } from '../src/pages/partners/history-text.js';

const describeChange = (before: unknown, after: unknown) =>
  historyText({ action: 'partner.payout_details', before, after }, () => '');

test('the history of a partner shows changes of payout details with the last characters of the account', () => {
  const bank = { payout_method: 'bank', account: '…2051' };
  expect(describeChange(null, bank)).toBe('Added payout details: bank transfer …2051');
  expect(describeChange(bank, { payout_method: 'paypal', account: '…test' })).toBe(
    'Changed payout details: bank transfer …2051 to PayPal …test',
  );
});

test('entries from before the account was logged name the method alone', () => {
  expect(describeChange({ payout_method: 'wise' }, { payout_method: 'bank' })).toBe(
    'Changed payout details: Wise to bank transfer',
  );
});

test('a custom rate names the rate it replaced, where the entry knows it', () => {
  const percent = (basis_points: number) => ({ type: 'percent', basis_points });
  const set = (before: unknown) =>
    historyText(
      { action: 'partner.rule.change', before, after: percent(2500) },
      ({ basis_points: share }) => `${Number(share) / 100}%`,
    );
  expect(set(percent(2000))).toBe('Set a custom rate: 25%, instead of 20%');
  // Entries from before say nothing of the rate of the program.
  expect(set(null)).toBe('Set a custom rate: 25%');
});
