import { expect, test } from 'vitest';
import { samePage } from '../src/shell/same-page.js';

test('choosing another program keeps the page, and leads from a detail page to its list', () => {
  expect(samePage('/p/1/sales', '/p', 2)).toBe('/p/2/sales');
  expect(samePage('/p/1/customers/7', '/p', 2)).toBe('/p/2/customers');
  expect(samePage('/p/1/payouts/runs/7', '/p', 2)).toBe('/p/2/payouts');
  expect(samePage('/p/1/settings/rules', '/p', 2)).toBe('/p/2/settings/rules');
  expect(samePage('/partner/1/payouts/7', '/partner', 2)).toBe('/partner/2/payouts');
  expect(samePage('/p/1', '/p', 2)).toBe('/p/2/overview');
  expect(samePage('/account', '/p', 2)).toBe('/p/2/overview');
});
