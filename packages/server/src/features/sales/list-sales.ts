import type { SaleItem } from '@svc/contract';
import { SalePage, SaleQuery } from '@svc/contract';
import type { Pool } from 'pg';
import { defineList } from '../../operations/define-operation.js';
import { loadPage, type Page, type PageRequest, type SortColumns } from '../../operations/keyset.js';
import { optionalNumber } from '../../operations/optional-number.js';
import type { SearchText } from '../../operations/search.js';
import { readPeriod } from '../reports/days.js';
import { type SaleRow, SELECT_SALES, saleFromRow } from './sale-item.js';
import { foundSales, hasWord } from './search-sales.js';

/** Which sales. `reference`: any name a sale is known by. */
interface SaleFilter {
  readonly programId: number;
  readonly partnerId?: number | null;
  readonly customerId?: number | null;
  readonly linkId?: number | null;
  readonly codeId?: number | null;
  readonly reference?: string | null;
  /** Something of it was refunded, or nothing; null: either. */
  readonly isRefunded?: boolean | null;
  /** Days (UTC), both included, on which it happened. */
  readonly from?: string | null;
  readonly to?: string | null;
}

/** The sales of a program by when they happened, newest first, test sales included. */
async function loadSales(pool: Pool, filter: SaleFilter, request: PageRequest): Promise<Page<SaleItem>> {
  const {
    programId,
    partnerId = null,
    customerId = null,
    linkId = null,
    codeId = null,
    reference = null,
    isRefunded = null,
    from = null,
    to = null,
  } = filter;
  // Only where it is asked for: "null, or one of these" cannot be looked up, so every sale would be read.
  const named =
    reference === null ? '' : 'and s.id in (select r.sale_id from sale_references r where r.reference = $9)';
  const rows = {
    select: SELECT_SALES,
    where: `s.program_id = $1 and ($2::bigint is null or s.partner_id = $2) and ($3::bigint is null or s.customer_id = $3)
        and ($4::bigint is null or s.link_id = $4) and ($5::bigint is null or s.credit_code_id = $5)
        and ($6::boolean is null or (s.refunded_cents > 0) = $6)
        and ($7::date is null or s.occurred_at >= $7::date::timestamp at time zone 'UTC')
        and ($8::date is null or s.occurred_at < ($8::date + 1)::timestamp at time zone 'UTC') ${named}`,
    values: [
      ...[programId, partnerId, customerId, linkId, codeId, isRefunded, from, to],
      ...(reference === null ? [] : [reference]),
    ],
    id: 's.id',
    sorts: SORTS,
    search: {
      condition: (text: SearchText) => `s.id = any(array(${foundSales(text)}))`,
      hasWord: (word: SearchText) => hasWord(word, SEARCHED),
    },
  };
  return loadPage<SaleRow, SaleItem>(pool, request, rows, saleFromRow);
}

const SEARCHED = {
  partnerId: 's.partner_id',
  saleId: 's.id',
  customerId: 's.customer_id',
  amountCents: 's.amount_cents',
  currency: 's.currency',
};

const SORTS: SortColumns = {
  occurred_at: { sql: 's.occurred_at', type: 'time' },
  amount_cents: { sql: 's.amount_cents', type: 'number' },
};

export const listSales = defineList({
  name: 'listSales',
  route: 'GET /api/programs/:programId/sales',
  permission: 'report:read',
  summary: 'Sales of a program',
  input: SaleQuery,
  output: SalePage,
  errors: ['from_invalid', 'to_invalid'],
  sorts: SORTS,
  search:
    'transaction id and other references, key and email of the customer, name and email of the partner; anywhere in the newest 5,000 sales, at the beginning in all; the amount, such as 49.00 or 49.00 EUR; several of these, such as Maria 49.00',
  run: ({ pool, scope, input }, page) =>
    loadSales(
      pool,
      {
        programId: scope.programId,
        partnerId: optionalNumber(input.partner_id),
        customerId: optionalNumber(input.customer_id),
        linkId: optionalNumber(input.link_id),
        codeId: optionalNumber(input.code_id),
        reference: input.transaction_id ?? null,
        isRefunded: input.refunded === undefined ? null : input.refunded === 'true',
        ...readPeriod(input),
      },
      page,
    ),
});
