import type { ApiKeyItem } from '@svc/contract';
import { ApiKeyPage, PageQuery } from '@svc/contract';
import type { Pool } from 'pg';
import { defineList } from '../../operations/define-operation.js';
import {
  loadPage,
  type Page,
  type PageRequest,
  type SortColumns,
  sortText,
} from '../../operations/keyset.js';
import { API_KEYS, type ApiKeyRow, apiKeyFromRow } from './api-key-item.js';

/** The API keys of a program, newest first, revoked ones included, with the time of their last use. */
async function loadApiKeys(pool: Pool, programId: number, request: PageRequest): Promise<Page<ApiKeyItem>> {
  const rows = {
    select: API_KEYS,
    where: 'program_id = $1',
    values: [programId],
    id: 'id',
    sorts: SORTS,
    search: { anywhere: ['name', 'hint'] },
  };
  return loadPage<ApiKeyRow, ApiKeyItem>(pool, request, rows, apiKeyFromRow);
}

const SORTS: SortColumns = {
  created_at: { sql: 'id', type: 'number' },
  name: { sql: sortText('name'), type: 'text' },
  last_used_at: { sql: `coalesce(last_used_at, 'epoch')`, type: 'time' },
  expires_at: { sql: `coalesce(expires_at, 'epoch')`, type: 'time' },
};

export const listApiKeys = defineList({
  name: 'listApiKeys',
  route: 'GET /api/programs/:programId/keys',
  permission: 'api_key:write',
  summary: 'API keys of a program, with their last use',
  input: PageQuery,
  output: ApiKeyPage,
  sorts: SORTS,
  search: 'name, last four characters',
  run: ({ pool, scope }, page) => loadApiKeys(pool, scope.programId, page),
});
