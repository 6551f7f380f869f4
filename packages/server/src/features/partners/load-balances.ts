import type { Balance, PayablePart } from '@svc/contract';
import { carriedAmount, dueAmount } from '@svc/core';
import type { Pool } from 'pg';
import { type FundsRow, fundsFromRow, partnerBalances } from '../payouts/partner-balances.js';

interface BalanceRow extends FundsRow {
  readonly currency: string;
  readonly pending: string;
  readonly held: string;
  readonly paid: string;
}

/** What a partner has in a program, per currency: balances of the ledger. `payable` is what is due. Contract section 3. */
export async function loadBalances(pool: Pool, programId: number, partnerId: number): Promise<Balance[]> {
  return (await loadFunds(pool, programId, partnerId)).balances;
}

/** The same, and what the payable balances consist of. */
export async function loadFunds(
  pool: Pool,
  programId: number,
  partnerId: number,
): Promise<{ readonly balances: Balance[]; readonly payable_parts: PayablePart[] }> {
  const { rows } = await pool.query<BalanceRow>(
    `select currency, pending::text, held::text, payable::text, payable_commissions::text, payable_adjustments::text,
            paid::text
       from (${partnerBalances('program_id = $1 and partner_id = $2', 'kept sums')}) balances order by currency`,
    [programId, partnerId],
  );
  return { balances: rows.map(balanceFromRow), payable_parts: rows.map(partFromRow) };
}

function balanceFromRow(row: BalanceRow): Balance {
  const funds = fundsFromRow(row);
  return {
    currency: row.currency,
    pending_cents: BigInt(row.pending),
    held_cents: BigInt(row.held),
    payable_cents: dueAmount(funds.payableCents, carriedAmount(funds)),
    paid_cents: BigInt(row.paid),
  };
}

function partFromRow(row: BalanceRow): PayablePart {
  return {
    currency: row.currency,
    commissions_cents: BigInt(row.payable_commissions),
    adjustments_cents: BigInt(row.payable_adjustments),
    carried_cents: -carriedAmount(fundsFromRow(row)),
  };
}
