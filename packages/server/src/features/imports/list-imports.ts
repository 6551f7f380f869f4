import { type ImportItem, ImportPage, ImportQuery } from '@svc/contract';
import { defineList } from '../../operations/define-operation.js';
import { loadPage, type SortColumns } from '../../operations/keyset.js';

interface ImportRow extends Omit<ImportItem, 'created_at'> {
  readonly created_at: Date;
}

const SORTS: SortColumns = { created_at: { sql: 'i.created_at', type: 'time' } };

export const listImports = defineList({
  name: 'listImports',
  route: 'GET /api/programs/:programId/imports',
  permission: 'report:read',
  summary: 'What was imported into a program from other systems',
  input: ImportQuery,
  output: ImportPage,
  sorts: SORTS,
  search: null,
  run: ({ pool, scope }, page) =>
    loadPage<ImportRow, ImportItem>(
      pool,
      page,
      {
        select: `select i.id, i.system, i.files, i.partners, i.customers, i.sales, i.refunds, i.commissions, i.imported_by, i.created_at
                   from imports i`,
        where: 'i.program_id = $1',
        values: [scope.programId],
        id: 'i.id',
        sorts: SORTS,
      },
      (row) => ({ ...row, created_at: row.created_at.toISOString() }),
    ),
});
