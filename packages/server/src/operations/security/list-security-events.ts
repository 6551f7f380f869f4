import type { SecurityEventItem } from '@svc/contract';
import type { Pool } from 'pg';
import { microsOf, type Page, type PageRequest, positionOf, timeOfMicros, toPage } from '../keyset.js';

type EventRow = Omit<SecurityEventItem, 'occurred_at'> & {
  readonly occurred_at: Date;
  readonly occurred_us: number;
};

/** The authentication log of a workspace, newest first; narrowed down to a type or an account. */
export async function listSecurityEvents(
  pool: Pool,
  workspaceId: number,
  filter: { readonly type: string | null; readonly userId: string | null },
  request: PageRequest,
): Promise<Page<SecurityEventItem>> {
  const { rows } = await pool.query<EventRow>(
    `select e.id, e.type, e.user_id, e.email, e.api_key_id, e.address, e.user_agent, e.data, e.occurred_at,
            ${microsOf('e.occurred_at')} as occurred_us
       from security_events e
      where e.workspace_id = $1 and (e.occurred_at, e.id) < (${timeOfMicros('$2')}, $3::bigint)
        and ($5::text is null or e.type = $5) and ($6::text is null or e.user_id = $6)
      order by e.occurred_at desc, e.id desc limit $4`,
    [workspaceId, ...positionOf(request, 2), request.limit + 1, filter.type, filter.userId],
  );
  return toPage(
    rows,
    request,
    (row) => [row.occurred_us, row.id],
    ({ occurred_us: _position, occurred_at, ...row }) => ({ ...row, occurred_at: occurred_at.toISOString() }),
  );
}
