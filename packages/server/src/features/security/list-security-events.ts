import type { SecurityEventItem } from '@svc/contract';
import { SecurityEventPage, SecurityEventQuery } from '@svc/contract';
import type { Pool } from 'pg';
import { defineList } from '../../operations/define-operation.js';
import { loadPage, type Page, type PageRequest, type SortColumns } from '../../operations/keyset.js';
import { NEWEST_SEARCHED, readCodes, type SearchText } from '../../operations/search.js';

type EventRow = Omit<SecurityEventItem, 'occurred_at'> & {
  readonly occurred_at: Date;
};

/** The authentication log of a workspace, newest first; narrowed down to a type or an account. */
async function loadSecurityEvents(
  pool: Pool,
  workspaceId: number,
  filter: {
    readonly type: string | null;
    readonly userId: string | null;
    /** Types in whose names the searched text stands: who searches reads them by those names. */
    readonly readAs: readonly string[];
  },
  request: PageRequest,
): Promise<Page<SecurityEventItem>> {
  const rows = {
    select: `select e.id, e.type, e.user_id, e.email, e.api_key_id, e.management_key_id, e.address, e.user_agent, e.data, e.occurred_at
       from security_events e`,
    where:
      'e.workspace_id = $1 and ($2::text is null or e.type = $2) and ($3::text is null or e.user_id = $3)',
    values: [workspaceId, filter.type, filter.userId],
    id: 'e.id',
    sorts: SORTS,
    search: { condition: (text: SearchText) => foundEvents(text, filter.readAs) },
  };
  return loadPage<EventRow, SecurityEventItem>(pool, request, rows, ({ occurred_at, ...row }) => ({
    ...row,
    occurred_at: occurred_at.toISOString(),
  }));
}

const SORTS: SortColumns = { occurred_at: { sql: 'e.occurred_at', type: 'time' } };

function foundEvents(text: SearchText, types: readonly string[]): string {
  const columns = ['n.type', 'n.email', 'n.address', 'n.user_agent'];
  const isFound = [...columns.map(text.isIn), text.isOneOf('n.type', types)].join(' or ');
  return `e.id in (
    select n.id from (select x.id, x.type, x.email, x.address, x.user_agent from security_events x
                       where x.workspace_id = $1 order by x.occurred_at desc, x.id desc limit ${NEWEST_SEARCHED}) n
     where ${isFound})`;
}

export const listSecurityEvents = defineList({
  name: 'listSecurityEvents',
  route: 'GET /api/workspaces/:workspaceId/security-log',
  // Where members sign in from is for those who manage the members, and for no management key.
  permission: 'member:write',
  summary: 'Sign-ins, changes of how members sign in, keys used from new addresses, and exports',
  input: SecurityEventQuery,
  output: SecurityEventPage,
  sorts: SORTS,
  search: 'type, email, network address, user agent (of the newest 5,000 entries)',
  run: ({ pool, scope, input }, page) =>
    loadSecurityEvents(
      pool,
      scope.workspaceId,
      { type: input.type ?? null, userId: input.user_id ?? null, readAs: readCodes(input.q_types) },
      page,
    ),
});
