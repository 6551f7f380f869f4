import type { Account, PartnerFunds } from '@svc/core';

/** What came into an account minus what went out of it, over rows of ledger_movements, in SQL. */
export function accountBalance(account: Account): string {
  return `coalesce(sum(case when to_account = '${account}' then amount_cents
                     when from_account = '${account}' then -amount_cents end), 0)`;
}

/** A partner's accounts as sums of the ledger. */
const sumLedger = (condition: string) => `
  select partner_id, currency, ${accountBalance('pending')} as pending, ${accountBalance('held')} as held,
         ${accountBalance('payable')} as payable, ${accountBalance('paid')} as paid
    from ledger_movements where ${condition} group by partner_id, currency`;

/** The same as they are kept, with the increments that no job has added yet. */
const sumKeptBalances = (condition: string) => `
  select partner_id, currency, sum(pending) as pending, sum(held) as held, sum(payable) as payable, sum(paid) as paid
    from (select partner_id, currency, pending, held, payable, paid from partner_balances where ${condition}
          union all
          select partner_id, currency, pending, held, payable, paid from balance_increments where ${condition}) kept
   group by partner_id, currency`;

/** What is left of payable commissions, summed. */
const sumPayable = (condition: string) => `
  select partner_id, currency, sum(amount_cents) as payable_commissions
    from commissions where ${condition} and status = 'payable' group by partner_id, currency`;

const sumKeptPayable = (condition: string) => `
  select partner_id, currency, sum(amount_cents) as payable_commissions
    from (select partner_id, currency, amount_cents from commission_totals
           where ${condition} and status = 'payable' and partner_id <> 0
          union all
          select partner_id, currency, amount_cents from commission_increments
           where ${condition} and status = 'payable') kept
   group by partner_id, currency`;

/** Adjustments are made by hand, so there are few: nothing keeps sums of them. */
const sumPayableAdjustments = (condition: string) => `
  select partner_id, currency, sum(amount_cents) as payable_adjustments
    from adjustments where ${condition} and status = 'payable' group by partner_id, currency`;

/**
 * The query of the balances of partners, one row per partner and currency: the balance of each account,
 * `payable_commissions`, what is left of the payable commissions, and `payable_adjustments`, the sum of the payable adjustments.
 * It is one statement, so all are of one moment, which `carriedAmount` of core needs. `condition` selects partners by columns
 * that ledger_movements, commissions and adjustments all have.
 * `from`: the books themselves, for what decides about money, or the sums of them that are kept, for what is shown; these
 * are the same at every moment, and `verify` compares them.
 */
export function partnerBalances(condition: string, from: 'books' | 'kept sums'): string {
  const [accounts, payable] = from === 'books' ? [sumLedger, sumPayable] : [sumKeptBalances, sumKeptPayable];
  return `
    select partner_id, currency, pending, held, payable, paid, coalesce(payable_commissions, 0) as payable_commissions,
           coalesce(payable_adjustments, 0) as payable_adjustments
      from (${accounts(condition)}) accounts
      left join (${payable(condition)}) payable_now using (partner_id, currency)
      left join (${sumPayableAdjustments(condition)}) adjusted_now using (partner_id, currency)`;
}

/** The columns of `partnerBalances` that what is due is computed from, as text: sums may pass 2^53. */
export interface FundsRow {
  readonly payable: string;
  readonly payable_commissions: string;
  readonly payable_adjustments: string;
}

/** A row of `partnerBalances` as the formula of what is due takes it. */
export function fundsFromRow(row: FundsRow): PartnerFunds {
  const payableCents = BigInt(row.payable_commissions) + BigInt(row.payable_adjustments);
  return { payableCents, accountCents: BigInt(row.payable) };
}
