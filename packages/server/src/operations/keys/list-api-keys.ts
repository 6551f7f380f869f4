import type { ApiKeyItem } from '@svc/contract';
import type { Pool } from 'pg';
import { type Page, type PageRequest, positionOf, toPage } from '../keyset.js';
import { API_KEYS, type ApiKeyRow, apiKeyFromRow } from './api-key-item.js';

/** The API keys of a program, newest first, withdrawn ones included: they tell when they were last used. */
export async function listApiKeys(
  pool: Pool,
  programId: number,
  request: PageRequest,
): Promise<Page<ApiKeyItem>> {
  const { rows } = await pool.query<ApiKeyRow>(
    `${API_KEYS} where program_id = $1 and id < $2 order by id desc limit $3`,
    [programId, ...positionOf(request, 1), request.limit + 1],
  );
  return toPage(rows, request, (row) => [row.id], apiKeyFromRow);
}
