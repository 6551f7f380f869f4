import type { AuditItem } from '@svc/contract';
import { AuditPage, AuditQuery } from '@svc/contract';
import type { Pool } from 'pg';
import { defineList } from '../../operations/define-operation.js';
import { loadPage, type Page, type PageRequest, type SortColumns } from '../../operations/keyset.js';
import { optionalNumber } from '../../operations/optional-number.js';
import { NEWEST_SEARCHED, type SearchText } from '../../operations/search.js';

interface AuditRow {
  readonly id: number;
  readonly program_id: number | null;
  readonly user_id: string | null;
  readonly user_email: string;
  readonly action: string;
  readonly target_type: string;
  readonly target_id: string;
  readonly before: unknown;
  readonly after: unknown;
  readonly occurred_at: Date;
}

const ENTRIES = 'select a.* from audit_entries a';

/** Who changed what in a workspace, newest first; narrowed down to a program or an action. */
async function loadAudit(
  pool: Pool,
  workspaceId: number,
  filter: { readonly programId: number | null; readonly action: string | null },
  request: PageRequest,
): Promise<Page<AuditItem>> {
  const rows = {
    select: ENTRIES,
    where:
      'a.workspace_id = $1 and ($2::bigint is null or a.program_id = $2) and ($3::text is null or a.action = $3)',
    values: [workspaceId, filter.programId, filter.action],
    id: 'a.id',
    sorts: SORTS,
    search: { condition: searchCondition },
  };
  return loadPage<AuditRow, AuditItem>(pool, request, rows, auditItemFromRow);
}

const SORTS: SortColumns = { occurred_at: { sql: 'a.occurred_at', type: 'time' } };

function searchCondition({ isIn }: SearchText): string {
  return `a.id in (
    select n.id from (select x.id, x.action, x.user_email, x.target_type, x.target_id from audit_entries x
                       where x.workspace_id = $1 order by x.occurred_at desc, x.id desc limit ${NEWEST_SEARCHED}) n
     where ${['n.action', 'n.user_email', 'n.target_type', 'n.target_id'].map(isIn).join(' or ')})`;
}

/** What was done with one thing, newest first. */
export async function loadHistory(
  pool: Pool,
  workspaceId: number,
  target: { readonly type: string; readonly id: number },
  limit: number,
): Promise<AuditItem[]> {
  const { rows } = await pool.query<AuditRow>(
    `${ENTRIES} where a.workspace_id = $1 and a.target_type = $2 and a.target_id = $3
      order by a.occurred_at desc, a.id desc limit $4`,
    [workspaceId, target.type, String(target.id), limit],
  );
  return rows.map(auditItemFromRow);
}

function auditItemFromRow(row: AuditRow): AuditItem {
  return {
    id: row.id,
    program_id: row.program_id,
    user_id: row.user_id,
    by: row.user_email,
    action: row.action,
    target_type: row.target_type,
    target_id: row.target_id,
    before: row.before,
    after: row.after,
    occurred_at: row.occurred_at.toISOString(),
  };
}

export const listAudit = defineList({
  name: 'listAudit',
  route: 'GET /api/workspaces/:workspaceId/audit',
  permission: 'program:write',
  summary: 'Who changed what',
  input: AuditQuery,
  output: AuditPage,
  sorts: SORTS,
  search: 'action, who did it, type and id of the target (of the newest 5,000 entries)',
  run: ({ pool, scope, input }, page) =>
    loadAudit(
      pool,
      scope.workspaceId,
      { programId: optionalNumber(input.program_id), action: input.action ?? null },
      page,
    ),
});
