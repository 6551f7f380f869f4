import { CommissionTotals, CommissionTotalsQuery } from '@svc/contract';
import type { Pool } from 'pg';
import { defineRead } from '../../operations/define-operation.js';
import {
  type CommissionFilter,
  commissionCondition,
  commissionFilter,
  commissionValues,
} from './commission-filter.js';

type Total = CommissionTotals['data'][number];

interface TotalRow extends Omit<Total, 'amount_cents'> {
  readonly amount: string;
}

/** How many commissions of a program there are and what is left of them, by currency and status. */
async function loadCommissionTotals(pool: Pool, filter: CommissionFilter): Promise<Total[]> {
  const { rows } = await pool.query<TotalRow>(
    `select c.currency, c.status, count(*)::integer as commissions, sum(c.amount_cents)::text as amount
       from commissions c where ${commissionCondition(filter)}
      group by c.currency, c.status order by c.currency, c.status`,
    [...commissionValues(filter)],
  );
  return rows.map(({ amount, ...rest }) => ({ ...rest, amount_cents: BigInt(amount) }));
}

export const readCommissionTotals = defineRead({
  name: 'readCommissionTotals',
  route: 'GET /api/programs/:programId/commissions/totals',
  permission: 'report:read',
  summary: 'What is left of commissions, by currency and status',
  input: CommissionTotalsQuery,
  output: CommissionTotals,
  errors: ['from_invalid', 'to_invalid'],
  run: async ({ pool, scope, input }) => ({
    data: await loadCommissionTotals(pool, commissionFilter(scope.programId, input)),
  }),
});
