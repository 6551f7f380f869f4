import type { CommissionTotals } from '@svc/contract';
import type { Pool } from 'pg';
import { COMMISSION_CONDITION, type CommissionFilter, commissionValues } from './commission-filter.js';

type Total = CommissionTotals['data'][number];

interface TotalRow extends Omit<Total, 'amount_cents'> {
  readonly amount: string;
}

/** How many commissions of a program there are and what is left of them, by currency and status. */
export async function readCommissionTotals(pool: Pool, filter: CommissionFilter): Promise<Total[]> {
  const { rows } = await pool.query<TotalRow>(
    `select c.currency, c.status, count(*)::integer as commissions, sum(c.amount_cents)::text as amount
       from commissions c where ${COMMISSION_CONDITION}
      group by c.currency, c.status order by c.currency, c.status`,
    [...commissionValues(filter)],
  );
  return rows.map(({ amount, ...rest }) => ({ ...rest, amount_cents: BigInt(amount) }));
}
