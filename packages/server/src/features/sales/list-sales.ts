import type { SaleItem } from '@svc/contract';
import { SalePage, SaleQuery } from '@svc/contract';
import type { Pool } from 'pg';
import { defineList } from '../../operations/define-operation.js';
import { type Page, type PageRequest, positionOf, timeOfMicros, toPage } from '../../operations/keyset.js';
import { optionalNumber } from '../../operations/optional-number.js';
import { type SaleRow, SELECT_SALES, saleFromRow } from './sale-item.js';

/** Which sales. `reference`: any name a sale is known by. */
interface SaleFilter {
  readonly programId: number;
  readonly partnerId?: number | null;
  readonly customerId?: number | null;
  readonly reference?: string | null;
}

/** The sales of a program by when they happened, newest first, test sales included. */
async function loadSales(pool: Pool, filter: SaleFilter, request: PageRequest): Promise<Page<SaleItem>> {
  const { programId, partnerId = null, customerId = null, reference = null } = filter;
  // Only where it is asked for: "null, or one of these" cannot be looked up, so every sale would be read.
  const named =
    reference === null ? '' : 'and s.id in (select r.sale_id from sale_references r where r.reference = $7)';
  const { rows } = await pool.query<SaleRow & { occurred_us: number }>(
    `${SELECT_SALES}
      where s.program_id = $1 and (s.occurred_at, s.id) < (${timeOfMicros('$2')}, $3::bigint)
        and ($5::bigint is null or s.partner_id = $5) and ($6::bigint is null or s.customer_id = $6)
        ${named}
      order by s.occurred_at desc, s.id desc limit $4`,
    [
      programId,
      ...positionOf(request, 2),
      request.limit + 1,
      partnerId,
      customerId,
      ...(reference === null ? [] : [reference]),
    ],
  );
  return toPage(rows, request, (row) => [row.occurred_us, row.id], saleFromRow);
}

export const listSales = defineList({
  name: 'listSales',
  route: 'GET /api/programs/:programId/sales',
  permission: 'report:read',
  summary: 'Sales of a program',
  input: SaleQuery,
  output: SalePage,
  positionLength: 2,
  run: ({ pool, scope, input }, page) =>
    loadSales(
      pool,
      {
        programId: scope.programId,
        partnerId: optionalNumber(input.partner_id),
        customerId: optionalNumber(input.customer_id),
        reference: input.transaction_id ?? null,
      },
      page,
    ),
});
