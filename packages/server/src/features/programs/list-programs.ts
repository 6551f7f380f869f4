import type { ProgramItem } from '@svc/contract';
import { PageQuery, ProgramPage } from '@svc/contract';
import type { Pool } from 'pg';
import { defineList } from '../../operations/define-operation.js';
import {
  loadPage,
  type Page,
  type PageRequest,
  type SortColumns,
  sortText,
} from '../../operations/keyset.js';
import {
  PROGRAM_COLUMNS,
  PROGRAM_JOINS,
  type ProgramRow,
  programFromRow,
} from '../reports/program-summary.js';

/** The programs of a workspace, newest first, each with its commission rule in force. */
async function loadPrograms(
  pool: Pool,
  workspaceId: number,
  request: PageRequest,
): Promise<Page<ProgramItem>> {
  const rows = {
    select: `select ${PROGRAM_COLUMNS} from programs p ${PROGRAM_JOINS}`,
    where: 'p.workspace_id = $1',
    values: [workspaceId],
    id: 'p.id',
    sorts: SORTS,
    search: { anywhere: ['p.name', 'p.domain'] },
  };
  return loadPage<ProgramRow, ProgramItem>(pool, request, rows, programFromRow);
}

const SORTS: SortColumns = {
  created_at: { sql: 'p.id', type: 'number' },
  name: { sql: sortText('p.name'), type: 'text' },
  domain: { sql: sortText('p.domain'), type: 'text' },
};

export const listPrograms = defineList({
  name: 'listPrograms',
  route: 'GET /api/workspaces/:workspaceId/programs',
  permission: 'program:read',
  summary: 'Programs of a workspace',
  input: PageQuery,
  output: ProgramPage,
  sorts: SORTS,
  search: 'name, domain',
  run: ({ pool, scope }, page) => loadPrograms(pool, scope.workspaceId, page),
});
