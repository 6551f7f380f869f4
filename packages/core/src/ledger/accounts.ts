import type { CommissionStatus } from '../model.js';

/**
 * Accounts of one partner in one program and currency: `expense` is the company's cost, `pending`, `payable` and `held`
 * are owed to the partner, `paid` is handed over. A balance is what came in minus what went out.
 */
export const ACCOUNTS = ['expense', 'pending', 'payable', 'held', 'paid'] as const;
export type Account = (typeof ACCOUNTS)[number];

/**
 * The account that holds what is left of a commission. A paid one has left the books: what is reversed from it comes out of
 * `payable`, which may go below zero until the next payout carries it.
 */
export function accountOf(status: CommissionStatus): Account {
  if (status === 'pending') return 'pending';
  if (status === 'held') return 'held';
  return 'payable';
}
