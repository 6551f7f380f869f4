import { type GroupItem, GroupPage, GroupQuery } from '@svc/contract';
import { defineList } from '../../operations/define-operation.js';
import { loadPage, type SortColumns, sortText } from '../../operations/keyset.js';
import { type GroupRow, groupFromRow, SELECT_GROUPS } from './group-item.js';

const SORTS: SortColumns = {
  created_at: { sql: 'g.id', type: 'number' },
  name: { sql: sortText('g.name'), type: 'text' },
};

export const listGroups = defineList({
  name: 'listGroups',
  route: 'GET /api/programs/:programId/groups',
  permission: 'program:read',
  summary: 'Groups of partners of a program',
  input: GroupQuery,
  output: GroupPage,
  sorts: SORTS,
  search: 'name',
  run({ pool, scope }, page) {
    const rows = {
      select: SELECT_GROUPS,
      where: 'g.program_id = $1 and g.removed_at is null',
      values: [scope.programId],
      id: 'g.id',
      sorts: SORTS,
      search: { anywhere: ['g.name'] },
    };
    return loadPage<GroupRow, GroupItem>(pool, page, rows, groupFromRow);
  },
});
