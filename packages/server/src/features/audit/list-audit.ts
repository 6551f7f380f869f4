import type { AuditItem } from '@svc/contract';
import { AuditPage, AuditQuery } from '@svc/contract';
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
import { optionalNumber } from '../../operations/optional-number.js';

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
  readonly occurred_us: number;
}

const ENTRIES = `select a.*, ${microsOf('a.occurred_at')} as occurred_us from audit_entries a`;

/** Who changed what in a workspace, newest first; narrowed down to a program or an action. */
async function loadAudit(
  pool: Pool,
  workspaceId: number,
  filter: { readonly programId: number | null; readonly action: string | null },
  request: PageRequest,
): Promise<Page<AuditItem>> {
  const { rows } = await pool.query<AuditRow>(
    `${ENTRIES} where a.workspace_id = $1 and (a.occurred_at, a.id) < (${timeOfMicros('$2')}, $3::bigint)
        and ($5::bigint is null or a.program_id = $5) and ($6::text is null or a.action = $6)
      order by a.occurred_at desc, a.id desc limit $4`,
    [workspaceId, ...positionOf(request, 2), request.limit + 1, filter.programId, filter.action],
  );
  return toPage(rows, request, (row) => [row.occurred_us, row.id], auditItemFromRow);
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
  positionLength: 2,
  run: ({ pool, scope, input }, page) =>
    loadAudit(
      pool,
      scope.workspaceId,
      { programId: optionalNumber(input.program_id), action: input.action ?? null },
      page,
    ),
});
