import type { SaleItem } from '@svc/contract';
import type { Pool } from 'pg';
import { microsOf, type Page, type PageRequest, positionOf, timeOfMicros, toPage } from './keyset.js';
import { type SaleRow, saleFromRow } from './sale-item.js';

/** Which sales. `reference`: any name a sale is known by. */
export interface SaleFilter {
  readonly programId: number;
  readonly partnerId?: number | null;
  readonly customerId?: number | null;
  readonly reference?: string | null;
}

/** The sales of a program by when they happened, newest first, test sales included. */
export async function listSales(
  pool: Pool,
  filter: SaleFilter,
  request: PageRequest,
): Promise<Page<SaleItem>> {
  const { programId, partnerId = null, customerId = null, reference = null } = filter;
  const { rows } = await pool.query<SaleRow & { occurred_us: number }>(
    `select s.*, c.customer_key, ${microsOf('s.occurred_at')} as occurred_us
       from sales s join customers c on c.id = s.customer_id
      where s.program_id = $1 and (s.occurred_at, s.id) < (${timeOfMicros('$2')}, $3::bigint)
        and ($5::bigint is null or s.partner_id = $5) and ($6::bigint is null or s.customer_id = $6)
        and ($7::text is null or s.id in (select r.sale_id from sale_references r where r.reference = $7))
      order by s.occurred_at desc, s.id desc limit $4`,
    [programId, ...positionOf(request, 2), request.limit + 1, partnerId, customerId, reference],
  );
  return toPage(rows, request, (row) => [row.occurred_us, row.id], saleFromRow);
}
