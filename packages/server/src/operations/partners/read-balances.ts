import type { Balance } from '@svc/contract';
import type { Pool } from 'pg';

interface BalanceRow {
  readonly currency: string;
  readonly pending: string;
  readonly held: string;
  readonly payable: string;
  readonly paid: string;
}

/** What came into an account minus what went out of it. */
const balance = (account: string) =>
  `coalesce(sum(case when to_account = '${account}' then amount_cents
                     when from_account = '${account}' then -amount_cents end), 0)::text as ${account}`;

/** What a partner has in a program, per currency: sums of the ledger. Contract section 3. */
export async function readBalances(pool: Pool, programId: number, partnerId: number): Promise<Balance[]> {
  const { rows } = await pool.query<BalanceRow>(
    `select currency, ${balance('pending')}, ${balance('held')}, ${balance('payable')}, ${balance('paid')}
       from ledger_movements where program_id = $1 and partner_id = $2 group by currency order by currency`,
    [programId, partnerId],
  );
  return rows.map((row) => ({
    currency: row.currency,
    pending_cents: BigInt(row.pending),
    held_cents: BigInt(row.held),
    payable_cents: BigInt(row.payable),
    paid_cents: BigInt(row.paid),
  }));
}
