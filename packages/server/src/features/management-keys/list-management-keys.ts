import { type ManagementKeyItem, ManagementKeyPage, PageQuery } from '@svc/contract';
import type { Pool } from 'pg';
import { defineList } from '../../operations/define-operation.js';
import {
  loadPage,
  type Page,
  type PageRequest,
  type SortColumns,
  sortText,
} from '../../operations/keyset.js';
import { KEY_COLUMNS, type ManagementKeyRow, managementKeyFromRow } from './management-key-item.js';

/** The management keys of a workspace, newest first, with those that are no longer valid. */
async function loadManagementKeys(
  pool: Pool,
  workspaceId: number,
  request: PageRequest,
): Promise<Page<ManagementKeyItem>> {
  const rows = {
    select: `select ${KEY_COLUMNS} from management_keys k`,
    where: 'workspace_id = $1',
    values: [workspaceId],
    id: 'id',
    sorts: SORTS,
    search: { anywhere: ['name', 'hint', 'created_by'] },
  };
  return loadPage<ManagementKeyRow, ManagementKeyItem>(pool, request, rows, managementKeyFromRow);
}

const SORTS: SortColumns = {
  created_at: { sql: 'id', type: 'number' },
  name: { sql: sortText('name'), type: 'text' },
  last_used_at: { sql: `coalesce(last_used_at, 'epoch')`, type: 'time' },
  expires_at: { sql: `coalesce(expires_at, 'epoch')`, type: 'time' },
};

export const listManagementKeys = defineList({
  name: 'listManagementKeys',
  route: 'GET /api/workspaces/:workspaceId/management-keys',
  permission: 'key:write',
  summary: 'Management keys of a workspace, with their last use',
  input: PageQuery,
  output: ManagementKeyPage,
  sorts: SORTS,
  search: 'name, last four characters, creator',
  run: ({ pool, scope }, page) => loadManagementKeys(pool, scope.workspaceId, page),
});
