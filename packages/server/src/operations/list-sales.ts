import type { SaleItem } from '@svc/contract';
import type { Pool } from 'pg';
import { microsOf, type Page, type PageRequest, positionOf, timeOfMicros, toPage } from './keyset.js';
import { type SaleRow, saleFromRow } from './sale-item.js';

/** The sales of a program by when they happened, newest first, test sales included. */
export async function listSales(
  pool: Pool,
  programId: number,
  request: PageRequest,
): Promise<Page<SaleItem>> {
  const { rows } = await pool.query<SaleRow & { occurred_us: number }>(
    `select s.*, c.customer_key, ${microsOf('s.occurred_at')} as occurred_us
       from sales s join customers c on c.id = s.customer_id
      where s.program_id = $1 and (s.occurred_at, s.id) < (${timeOfMicros('$2')}, $3::bigint)
      order by s.occurred_at desc, s.id desc limit $4`,
    [programId, ...positionOf(request, 2), request.limit + 1],
  );
  return toPage(rows, request, (row) => [row.occurred_us, row.id], saleFromRow);
}
