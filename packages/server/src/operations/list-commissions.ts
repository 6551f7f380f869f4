import type { CommissionItem } from '@svc/contract';
import type { Pool } from 'pg';
import { type CommissionRow, commissionItemFromRow } from './commission-item.js';
import { microsOf, type Page, type PageRequest, positionOf, timeOfMicros, toPage } from './keyset.js';

/** Which commissions; days (UTC, both included) count by when they were earned. */
export interface CommissionFilter {
  readonly programId: number;
  readonly partnerId?: number | null;
  readonly status?: CommissionItem['status'] | null;
  readonly from?: string | null;
  readonly to?: string | null;
}

/** The commissions of a program by when they were earned, newest first. */
export async function listCommissions(
  pool: Pool,
  filter: CommissionFilter,
  request: PageRequest,
): Promise<Page<CommissionItem>> {
  const { programId, partnerId = null, status = null, from = null, to = null } = filter;
  const { rows } = await pool.query<CommissionRow & { created_us: number }>(
    `select c.*, ${microsOf('c.created_at')} as created_us
       from commissions c
      where c.program_id = $1 and (c.created_at, c.id) < (${timeOfMicros('$2')}, $3::bigint)
        and ($5::bigint is null or c.partner_id = $5) and ($6::text is null or c.status = $6)
        and ($7::date is null or c.created_at >= $7::date::timestamp at time zone 'UTC')
        and ($8::date is null or c.created_at < ($8::date + 1)::timestamp at time zone 'UTC')
      order by c.created_at desc, c.id desc limit $4`,
    [programId, ...positionOf(request, 2), request.limit + 1, partnerId, status, from, to],
  );
  return toPage(rows, request, (row) => [row.created_us, row.id], commissionItemFromRow);
}
