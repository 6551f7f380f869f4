import type { ApiKeyItem } from '@svc/contract';
import { ApiKeyPage, PageQuery } from '@svc/contract';
import type { Pool } from 'pg';
import { defineList } from '../../operations/define-operation.js';
import { type Page, type PageRequest, positionOf, toPage } from '../../operations/keyset.js';
import { API_KEYS, type ApiKeyRow, apiKeyFromRow } from './api-key-item.js';

/** The API keys of a program, newest first, revoked ones included, with the time of their last use. */
async function loadApiKeys(pool: Pool, programId: number, request: PageRequest): Promise<Page<ApiKeyItem>> {
  const { rows } = await pool.query<ApiKeyRow>(
    `${API_KEYS} where program_id = $1 and id < $2 order by id desc limit $3`,
    [programId, ...positionOf(request, 1), request.limit + 1],
  );
  return toPage(rows, request, (row) => [row.id], apiKeyFromRow);
}

export const listApiKeys = defineList({
  name: 'listApiKeys',
  route: 'GET /api/programs/:programId/keys',
  permission: 'key:write',
  summary: 'API keys of a program, with their last use',
  input: PageQuery,
  output: ApiKeyPage,
  positionLength: 1,
  run: ({ pool, scope }, page) => loadApiKeys(pool, scope.programId, page),
});
