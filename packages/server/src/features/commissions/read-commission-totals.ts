import { CommissionTotals, CommissionTotalsQuery } from '@svc/contract';
import type { Pool } from 'pg';
import { defineRead } from '../../operations/define-operation.js';
import {
  type CommissionFilter,
  commissionCondition,
  commissionFilter,
  commissionValues,
} from './commission-filter.js';
import { keptCommissionTotals } from './commission-totals.js';

type Total = CommissionTotals['data'][number];

interface TotalRow extends Omit<Total, 'amount_cents'> {
  readonly amount: string;
}

/** How many commissions of a program there are and what is left of them, by currency and status. */
async function loadCommissionTotals(pool: Pool, filter: CommissionFilter): Promise<Total[]> {
  const { rows } =
    filter.customerKey == null && filter.flag == null
      ? await sumKept(pool, filter)
      : await sumCommissions(pool, filter);
  return rows.map(({ amount, ...rest }) => ({ ...rest, amount_cents: BigInt(amount) }));
}

function sumKept(pool: Pool, { programId, partnerId, status, currency, from, to }: CommissionFilter) {
  return pool.query<TotalRow>(
    `select currency, status, sum(commissions)::bigint as commissions, sum(amount_cents)::text as amount
       from (${keptCommissionTotals('$1', '$2')}) kept
      where ($3::text is null or status = $3) and ($4::text is null or currency = $4)
        and ($5::date is null or earned_on >= $5) and ($6::date is null or earned_on <= $6)
      group by currency, status having sum(commissions) <> 0 order by currency, status`,
    [programId, ...[partnerId, status, currency, from, to].map((value) => value ?? null)],
  );
}

/** For filters that the sums are not kept by, which pick few commissions out. */
function sumCommissions(pool: Pool, filter: CommissionFilter) {
  return pool.query<TotalRow>(
    `select c.currency, c.status, count(*) as commissions, sum(c.amount_cents)::text as amount
       from commissions c where ${commissionCondition(filter)}
      group by c.currency, c.status order by c.currency, c.status`,
    [...commissionValues(filter)],
  );
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
