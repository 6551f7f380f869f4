import type { SecurityEventItem } from '@svc/contract';
import { SecurityEventPage, SecurityEventQuery } from '@svc/contract';
import type { Pool } from 'pg';
import { defineList } from '../../operations/define-operation.js';
import {
  microsOf,
  type Page,
  type PageRequest,
  positionOf,
  timeOfMicros,
  toPage,
} from '../../operations/keyset.js';

type EventRow = Omit<SecurityEventItem, 'occurred_at'> & {
  readonly occurred_at: Date;
  readonly occurred_us: number;
};

/** The authentication log of a workspace, newest first; narrowed down to a type or an account. */
async function loadSecurityEvents(
  pool: Pool,
  workspaceId: number,
  filter: { readonly type: string | null; readonly userId: string | null },
  request: PageRequest,
): Promise<Page<SecurityEventItem>> {
  const { rows } = await pool.query<EventRow>(
    `select e.id, e.type, e.user_id, e.email, e.api_key_id, e.management_key_id, e.address, e.user_agent, e.data, e.occurred_at,
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

export const listSecurityEvents = defineList({
  name: 'listSecurityEvents',
  route: 'GET /api/workspaces/:workspaceId/security-log',
  // Where members sign in from is for those who manage the members, and for no management key.
  permission: 'member:write',
  summary: 'Sign-ins, changes of how members sign in, keys used from new addresses, and exports',
  input: SecurityEventQuery,
  output: SecurityEventPage,
  positionLength: 2,
  run: ({ pool, scope, input }, page) =>
    loadSecurityEvents(
      pool,
      scope.workspaceId,
      { type: input.type ?? null, userId: input.user_id ?? null },
      page,
    ),
});
