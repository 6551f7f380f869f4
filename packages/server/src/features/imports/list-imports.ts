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
        select: `select i.id, i.system, i.files, i.partners + p.partners as partners, i.customers + p.customers as customers,
                        i.sales + p.sales as sales, i.refunds + p.refunds as refunds, i.commissions + p.commissions as commissions,
                        i.ends or p.ends as finished, i.imported_by, i.created_at
                   from imports i
                   cross join lateral (
                     select coalesce(sum(partners), 0)::integer as partners, coalesce(sum(customers), 0)::integer as customers,
                            coalesce(sum(sales), 0)::integer as sales, coalesce(sum(refunds), 0)::integer as refunds,
                            coalesce(sum(commissions), 0)::integer as commissions, coalesce(bool_or(ends), false) as ends
                       from imports where part_of = i.id) p`,
        where: 'i.program_id = $1 and i.part_of is null',
        values: [scope.programId],
        id: 'i.id',
        sorts: SORTS,
      },
      (row) => ({ ...row, created_at: row.created_at.toISOString() }),
    ),
});
