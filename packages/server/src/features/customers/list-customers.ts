import type { CustomerItem } from '@svc/contract';
import { CustomerPage, CustomerQuery } from '@svc/contract';
import { formatClickId } from '@svc/core';
import type { Pool } from 'pg';
import { defineList } from '../../operations/define-operation.js';
import {
  loadPage,
  type Page,
  type PageRequest,
  type SortColumns,
  sortOptionalText,
} from '../../operations/keyset.js';
import { optionalNumber } from '../../operations/optional-number.js';
import type { SearchText } from '../../operations/search.js';
import { isOfPartner } from '../partners/search-partners.js';
import { foundCustomers, isCustomer } from './search-customers.js';

export interface CustomerRow {
  readonly id: number;
  readonly customer_key: string | null;
  readonly status: CustomerItem['status'];
  readonly click_ms: number | null;
  readonly click_number: number | null;
  readonly partner_id: number | null;
  readonly link_id: number | null;
  readonly test_mode: boolean;
  readonly named_by: CustomerItem['named_by'];
  readonly created_at: Date;
  readonly lead_at: Date | null;
  readonly first_sale_id: number | null;
  readonly first_sale_at: Date | null;
}

/** Which customers. */
export interface CustomerFilter {
  readonly programId: number;
  readonly customerKey: string | null;
  readonly partnerId: number | null;
}

/** The customers of a program by when they were first named, newest first. Email addresses are left out. */
async function loadCustomers(
  pool: Pool,
  filter: CustomerFilter,
  request: PageRequest,
): Promise<Page<CustomerItem>> {
  const rows = {
    select: 'select c.* from customers c',
    where:
      'c.program_id = $1 and ($2::text is null or c.customer_key = $2) and ($3::bigint is null or c.partner_id = $3)',
    values: [filter.programId, filter.customerKey, filter.partnerId],
    id: 'c.id',
    sorts: SORTS,
    search: {
      condition: (text: SearchText) => `c.id = any(array(${foundCustomers(text)}))`,
      hasWord: (word: SearchText) => `${isCustomer('c.id', word)} or ${isOfPartner('c.partner_id', word)}`,
    },
  };
  return loadPage<CustomerRow, CustomerItem>(pool, request, rows, customerFromRow);
}

const SORTS: SortColumns = {
  created_at: { sql: 'c.created_at', type: 'time' },
  customer_key: { sql: sortOptionalText('c.customer_key'), type: 'text' },
};

/** These customers, by id. */
export async function loadCustomersById(
  pool: Pool,
  ids: readonly number[],
): Promise<ReadonlyMap<number, CustomerItem>> {
  if (ids.length === 0) return new Map();
  const { rows } = await pool.query<CustomerRow>('select * from customers where id = any($1::bigint[])', [
    ids,
  ]);
  return new Map(rows.map((row) => [row.id, customerFromRow(row)]));
}

/** A customer as they are shown, without their address. */
export function customerFromRow(row: CustomerRow): CustomerItem {
  const { click_ms: clickedMs, click_number: number } = row;
  return {
    id: row.id,
    customer_key: row.customer_key,
    status: row.status,
    click_id: clickedMs === null || number === null ? null : formatClickId({ clickedMs, number }),
    partner_id: row.partner_id,
    link_id: row.link_id,
    test_mode: row.test_mode,
    named_by: row.named_by,
    created_at: row.created_at.toISOString(),
    lead_at: row.lead_at?.toISOString() ?? null,
    first_sale_id: row.first_sale_id,
    first_sale_at: row.first_sale_at?.toISOString() ?? null,
  };
}

export const listCustomers = defineList({
  name: 'listCustomers',
  route: 'GET /api/programs/:programId/customers',
  permission: 'report:read',
  summary: 'Customers of a program',
  input: CustomerQuery,
  output: CustomerPage,
  sorts: SORTS,
  search:
    'key, email, name and email of the partner; anywhere in the newest 5,000 customers, at the beginning in all; several words, each of which is found in one of these',
  run: ({ pool, scope, input }, page) =>
    loadCustomers(
      pool,
      {
        programId: scope.programId,
        customerKey: input.customer_key ?? null,
        partnerId: optionalNumber(input.partner_id),
      },
      page,
    ),
});
