import type { ProgramItem } from '@svc/contract';
import { PageQuery, ProgramPage } from '@svc/contract';
import type { Pool } from 'pg';
import { defineList } from '../../operations/define-operation.js';
import { type Page, type PageRequest, positionOf, toPage } from '../../operations/keyset.js';
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
  const { rows } = await pool.query<ProgramRow>(
    `select ${PROGRAM_COLUMNS} from programs p ${PROGRAM_JOINS}
      where p.workspace_id = $1 and p.id < $2 order by p.id desc limit $3`,
    [workspaceId, ...positionOf(request, 1), request.limit + 1],
  );
  return toPage(rows, request, (row) => [row.id], programFromRow);
}

export const listPrograms = defineList({
  name: 'listPrograms',
  route: 'GET /api/workspaces/:workspaceId/programs',
  permission: 'program:read',
  summary: 'Programs of a workspace',
  input: PageQuery,
  output: ProgramPage,
  positionLength: 1,
  run: ({ pool, scope }, page) => loadPrograms(pool, scope.workspaceId, page),
});
