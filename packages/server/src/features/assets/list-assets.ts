import { type AssetItem, AssetPage, AssetQuery } from '@svc/contract';
import type { Pool } from 'pg';
import { defineList } from '../../operations/define-operation.js';
import {
  loadPage,
  type Page,
  type PageRequest,
  type SortColumns,
  sortText,
} from '../../operations/keyset.js';
import { type AssetRow, assetFromRow, SELECT_ASSETS } from './asset-item.js';

export const ASSET_SORTS: SortColumns = {
  created_at: { sql: 'a.id', type: 'number' },
  name: { sql: sortText('a.name'), type: 'text' },
};

/** The assets of a program, those that are archived or the others, the newest first. */
export function loadAssets(
  pool: Pool,
  { programId, isArchived }: { readonly programId: number; readonly isArchived: boolean },
  request: PageRequest,
): Promise<Page<AssetItem>> {
  const rows = {
    select: SELECT_ASSETS,
    where: 'a.program_id = $1 and (a.archived_at is not null) = $2',
    values: [programId, isArchived],
    id: 'a.id',
    sorts: ASSET_SORTS,
    search: { anywhere: ['a.name', 'a.body', 'a.file_name'] },
  };
  return loadPage<AssetRow, AssetItem>(pool, request, rows, assetFromRow);
}

export const listAssets = defineList({
  name: 'listAssets',
  route: 'GET /api/programs/:programId/assets',
  permission: 'program:read',
  summary: 'Files and texts that a program offers its partners',
  input: AssetQuery,
  output: AssetPage,
  sorts: ASSET_SORTS,
  search: 'name, text, file name',
  run: ({ pool, scope, input }, page) =>
    loadAssets(pool, { programId: scope.programId, isArchived: input.archived === 'true' }, page),
});
