import type { CommissionItem } from '@svc/contract';
import type { Pool } from 'pg';
import { type CommissionRow, commissionItemFromRow } from './commission-item.js';
import { microsOf, type Page, type PageRequest, positionOf, timeOfMicros, toPage } from './keyset.js';

/** The commissions of a program by when they were earned, newest first. */
export async function listCommissions(
  pool: Pool,
  programId: number,
  request: PageRequest,
): Promise<Page<CommissionItem>> {
  const { rows } = await pool.query<CommissionRow & { created_us: number }>(
    `select c.*, ${microsOf('c.created_at')} as created_us
       from commissions c
      where c.program_id = $1 and (c.created_at, c.id) < (${timeOfMicros('$2')}, $3::bigint)
      order by c.created_at desc, c.id desc limit $4`,
    [programId, ...positionOf(request, 2), request.limit + 1],
  );
  return toPage(rows, request, (row) => [row.created_us, row.id], commissionItemFromRow);
}
