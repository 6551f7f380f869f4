import type { CommissionListItem } from '@svc/contract';
import type { Pool } from 'pg';
import {
  microsOf,
  type Page,
  type PageRequest,
  positionOf,
  timeOfMicros,
  toPage,
} from '../../operations/keyset.js';
import { type CommissionFilter, commissionCondition, commissionValues } from './commission-filter.js';
import { type CommissionRow, commissionItemFromRow } from './commission-item.js';

type ListRow = CommissionRow & {
  readonly created_us: number;
  readonly transaction_id: string | null;
  readonly customer_id: number;
  readonly customer_key: string | null;
};

/** The commission list's rows of `k`, which is a selection of commissions. */
const selectItems = (commissions: string) => `
  select k.*, ${microsOf('k.created_at')} as created_us, s.transaction_id, u.id as customer_id, u.customer_key
    from (${commissions}) k
    left join sales s on s.id = k.sale_id
    left join leads d on d.id = k.lead_id
    join customers u on u.id = coalesce(s.customer_id, d.customer_id)`;

/** These commissions, by id. */
export async function loadCommissionsById(
  pool: Pool,
  ids: readonly number[],
): Promise<ReadonlyMap<number, CommissionListItem>> {
  if (ids.length === 0) return new Map();
  const { rows } = await pool.query<ListRow>(
    selectItems('select * from commissions where id = any($1::bigint[])'),
    [ids],
  );
  return new Map(rows.map((row) => [row.id, itemFromRow(row)]));
}

/** The commissions of a program by when they were earned, newest first. */
export async function loadCommissions(
  pool: Pool,
  filter: CommissionFilter,
  request: PageRequest,
): Promise<Page<CommissionListItem>> {
  const { rows } = await pool.query<ListRow>(
    `${selectItems(`select c.* from commissions c
              where ${commissionCondition(filter)} and (c.created_at, c.id) < (${timeOfMicros('$9')}, $10::bigint)
              order by c.created_at desc, c.id desc limit $11`)}
      order by k.created_at desc, k.id desc`,
    [...commissionValues(filter), ...positionOf(request, 2), request.limit + 1],
  );
  return toPage(rows, request, (row) => [row.created_us, row.id], itemFromRow);
}

function itemFromRow(row: ListRow): CommissionListItem {
  const { transaction_id, customer_id, customer_key } = row;
  return { ...commissionItemFromRow(row), transaction_id, customer_id, customer_key };
}
