import type { AuditItem } from '@svc/contract';
import { AuditPage, AuditQuery } from '@svc/contract';
import type { Pool } from 'pg';
import { defineList } from '../../operations/define-operation.js';
import {
  loadPage,
  type Page,
  type PageRequest,
  type SortColumns,
  sortText,
} from '../../operations/keyset.js';
import { optionalNumber } from '../../operations/optional-number.js';
import { readCodes, type SearchText } from '../../operations/search.js';
import { readPeriod } from '../reports/days.js';
import { withNames } from './names.js';
import { foundEntries, type ReadAs } from './search-audit.js';

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

/** An entry as it was written. */
type Entry = Omit<AuditItem, 'target_name' | 'related'>;

const ENTRIES = 'select a.* from audit_entries a';

/** Which entries; days (UTC) are both included. */
interface AuditFilter {
  readonly programId: number | null;
  readonly action: string | null;
  readonly from: string | null;
  readonly to: string | null;
  readonly readAs: ReadAs;
}

/** Who changed what in a workspace, newest first; narrowed down to a program, an action or days. */
async function loadAudit(
  pool: Pool,
  workspaceId: number,
  filter: AuditFilter,
  request: PageRequest,
): Promise<Page<AuditItem>> {
  const values: unknown[] = [workspaceId];
  const conditions = ['a.workspace_id = $1'];
  const narrow = (value: unknown, condition: (parameter: string) => string) =>
    value !== null && conditions.push(condition(`$${values.push(value)}`));
  narrow(filter.programId, (id) => `a.program_id = ${id}`);
  narrow(filter.action, (action) => `${sortText('a.action')} = ${action}`);
  narrow(filter.from, (day) => `a.occurred_at >= ${day}::date::timestamp at time zone 'UTC'`);
  narrow(filter.to, (day) => `a.occurred_at < (${day}::date + 1)::timestamp at time zone 'UTC'`);
  const rows = {
    select: ENTRIES,
    where: conditions.join(' and '),
    values,
    id: 'a.id',
    sorts: SORTS,
    search: { condition: (text: SearchText) => `a.id = any(array(${foundEntries(text, filter.readAs)}))` },
  };
  const page = await loadPage<AuditRow, Entry>(pool, request, rows, entryFromRow);
  return { ...page, data: await withNames(pool, workspaceId, page.data) };
}

const SORTS: SortColumns = { occurred_at: { sql: 'a.occurred_at', type: 'time' } };

/** An entry of a workspace; null: there is none. */
export async function findEntry(pool: Pool, workspaceId: number, id: number): Promise<AuditItem | null> {
  const { rows } = await pool.query<AuditRow>(`${ENTRIES} where a.workspace_id = $1 and a.id = $2`, [
    workspaceId,
    id,
  ]);
  const [entry = null] = await withNames(pool, workspaceId, rows.map(entryFromRow));
  return entry;
}

/** What was done with a partner in a program, newest first. Payout details are the same in all programs, wherever they were entered. */
export async function loadPartnerHistory(
  pool: Pool,
  place: { readonly workspaceId: number; readonly programId: number; readonly partnerId: number },
  limit: number,
): Promise<Entry[]> {
  const { rows } = await pool.query<AuditRow>(
    `${ENTRIES} where a.workspace_id = $1 and a.target_type = 'partner' and a.target_id = $2
        and (a.program_id is null or a.program_id = $3 or a.action = 'partner.payout_details')
      order by a.occurred_at desc, a.id desc limit $4`,
    [place.workspaceId, String(place.partnerId), place.programId, limit],
  );
  return rows.map(entryFromRow);
}

function entryFromRow(row: AuditRow): Entry {
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
  errors: ['from_invalid', 'to_invalid'],
  sorts: SORTS,
  search:
    'action, who did it, type and id of the target, such as payout run 7, anywhere in the newest 5,000 entries and at the beginning in all; its name in the newest 1,000; what was changed in the newest 400 changes; the name and email of a partner in all',
  run: ({ pool, scope, input }, page) =>
    loadAudit(
      pool,
      scope.workspaceId,
      {
        programId: optionalNumber(input.program_id),
        action: input.action ?? null,
        ...readPeriod(input),
        readAs: { actions: readCodes(input.q_actions), fields: readCodes(input.q_fields) },
      },
      page,
    ),
});
