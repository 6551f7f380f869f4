import type { CodeItem } from '@svc/contract';
import type { Pool } from 'pg';
import {
  loadPage,
  type Page,
  type PageRequest,
  type SortColumns,
  sortText,
} from '../../operations/keyset.js';
import { type CodeRow, codeFromRow, SELECT_CODES } from './code-item.js';

/** The codes of a program, or of one partner in it, newest first. */
export async function loadCodes(
  pool: Pool,
  { programId, partnerId }: { readonly programId: number; readonly partnerId: number | null },
  request: PageRequest,
): Promise<Page<CodeItem>> {
  const rows = {
    select: SELECT_CODES,
    where: `c.program_id = $1 ${partnerId === null ? '' : 'and c.partner_id = $2'}`,
    values: partnerId === null ? [programId] : [programId, partnerId],
    id: 'c.id',
    sorts: CODE_SORTS,
    search: { anywhere: ['c.code', ...PARTNER_OF_CODE] },
  };
  return loadPage<CodeRow, CodeItem>(pool, request, rows, codeFromRow);
}

const PARTNER_OF_CODE = ['name', 'email'].map(
  (column) => `(select n.${column} from partners n where n.id = c.partner_id)`,
);

export const CODE_SORTS: SortColumns = {
  created_at: { sql: 'c.id', type: 'number' },
  code: { sql: sortText('c.code'), type: 'text' },
};
