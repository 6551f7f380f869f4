import { type ManagementKeyItem, ManagementKeyPage, PageQuery } from '@svc/contract';
import type { Pool } from 'pg';
import { defineList } from '../../operations/define-operation.js';
import { type Page, type PageRequest, positionOf, toPage } from '../../operations/keyset.js';
import { type ManagementKeyRow, managementKeyFromRow } from './management-key-item.js';

/** The management keys of a workspace, newest first, with those that are no longer valid. */
async function loadManagementKeys(
  pool: Pool,
  workspaceId: number,
  request: PageRequest,
): Promise<Page<ManagementKeyItem>> {
  const { rows } = await pool.query<ManagementKeyRow>(
    'select * from management_keys where workspace_id = $1 and id < $2 order by id desc limit $3',
    [workspaceId, ...positionOf(request, 1), request.limit + 1],
  );
  return toPage(rows, request, (row) => [row.id], managementKeyFromRow);
}

export const listManagementKeys = defineList({
  name: 'listManagementKeys',
  route: 'GET /api/workspaces/:workspaceId/management-keys',
  permission: 'key:write',
  summary: 'Management keys of a workspace, with their last use',
  input: PageQuery,
  output: ManagementKeyPage,
  positionLength: 1,
  run: ({ pool, scope }, page) => loadManagementKeys(pool, scope.workspaceId, page),
});
