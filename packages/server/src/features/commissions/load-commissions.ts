import type { CommissionListItem } from '@svc/contract';
import type { Pool } from 'pg';
import { loadPage, type Page, type PageRequest, type SortColumns } from '../../operations/keyset.js';
import type { SearchText } from '../../operations/search.js';
import { hasWord } from '../sales/search-sales.js';
import { type CommissionFilter, commissionCondition, commissionValues } from './commission-filter.js';
import { type CommissionRow, commissionItemFromRow } from './commission-item.js';
import { foundCommissions } from './search-commissions.js';

type ListRow = CommissionRow & {
  readonly transaction_id: string | null;
  readonly customer_id: number;
  readonly customer_key: string | null;
  readonly partner_name: string;
  readonly sale_amount_cents: number | null;
  readonly sale_currency: string | null;
  readonly rule_type: CommissionListItem['rule_type'];
  readonly basis_points: number | null;
};

const SELECT_ITEMS = `
  select c.*, s.transaction_id, u.id as customer_id, u.customer_key, a.name as partner_name,
         s.amount_cents as sale_amount_cents, s.currency as sale_currency, c.reason ->> 'type' as rule_type,
         case c.reason ->> 'type' when 'percent' then (c.reason ->> 'basisPoints')::integer end as basis_points
    from commissions c
    join partners a on a.id = c.partner_id
    left join sales s on s.id = c.sale_id
    left join leads d on d.id = c.lead_id
    join customers u on u.id = coalesce(s.customer_id, d.customer_id)`;

/** These commissions, by id. */
export async function loadCommissionsById(
  pool: Pool,
  ids: readonly number[],
): Promise<ReadonlyMap<number, CommissionListItem>> {
  if (ids.length === 0) return new Map();
  const { rows } = await pool.query<ListRow>(`${SELECT_ITEMS} where c.id = any($1::bigint[])`, [ids]);
  return new Map(rows.map((row) => [row.id, itemFromRow(row)]));
}

/** The commissions of a program by when they were earned, newest first. */
export async function loadCommissions(
  pool: Pool,
  filter: CommissionFilter,
  request: PageRequest,
): Promise<Page<CommissionListItem>> {
  const rows = {
    select: SELECT_ITEMS,
    where: commissionCondition(filter),
    values: commissionValues(filter),
    id: 'c.id',
    sorts: COMMISSION_SORTS,
    search: {
      condition: (text: SearchText) => `c.id = any(array(${foundCommissions(text)}))`,
      hasWord: (word: SearchText) => hasWord(word, SEARCHED),
    },
  };
  return loadPage<ListRow, CommissionListItem>(pool, request, rows, itemFromRow);
}

const SEARCHED = {
  partnerId: 'c.partner_id',
  saleId: 'c.sale_id',
  customerId: 'u.id',
  amountCents: 'c.amount_cents',
  currency: 'c.currency',
};

export const COMMISSION_SORTS: SortColumns = {
  created_at: { sql: 'c.created_at', type: 'time' },
  amount_cents: { sql: 'c.amount_cents', type: 'number' },
};

function itemFromRow(row: ListRow): CommissionListItem {
  const { transaction_id, customer_id, customer_key, partner_name } = row;
  const { sale_amount_cents, sale_currency, rule_type, basis_points } = row;
  return {
    ...commissionItemFromRow(row),
    ...{ transaction_id, customer_id, customer_key, partner_name },
    ...{ sale_amount_cents, sale_currency, rule_type, basis_points },
  };
}
