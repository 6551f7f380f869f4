import type { TAMPERINGS } from './tamperings.js';

/** Like `TAMPERINGS`, of the kept sums of commissions and balances. */
export const TAMPERINGS_OF_SUMS: typeof TAMPERINGS = [
  [
    'commission_totals',
    'update commission_totals set commissions = commissions + 1 where partner_id = 0',
    'commission_totals',
    /it says \d+ commissions/,
  ],
  [
    'commission_totals',
    'update commission_totals set amount_cents = amount_cents + 1 where partner_id <> 0',
    'commission_totals',
    /with \d+ left/,
  ],
  [
    'commission_totals',
    `update commission_totals set payable_on = payable_on + 1 where status = 'paid'`,
    'commission_totals',
    /it says/,
  ],
  [
    'commission_increments',
    'delete from commission_increments',
    'commission_totals',
    /it says -?\d+ commissions/,
  ],
  [
    'partner_balances',
    'update partner_balances set payable = payable + 1',
    'partner_balances',
    /payable is -?\d+, the ledger gives/,
  ],
  ['partner_balances', 'delete from partner_balances', 'partner_balances', /paid is 0, the ledger gives \d+/],
  ['balance_increments', 'delete from balance_increments', 'partner_balances', /the ledger gives/],
];
