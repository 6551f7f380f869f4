import { PageQuery, type SealItem, SealPage } from '@svc/contract';
import { defineList } from '../../operations/define-operation.js';
import { loadPage, type SortColumns } from '../../operations/keyset.js';
import { NEWEST_SEARCHED, type SearchText, wholeNumber } from '../../operations/search.js';

/** A row of `seals`. */
export type SealRow = Omit<SealItem, 'sealed_at'> & { readonly sealed_at: Date };

/** The seal as it is answered, kept elsewhere, and hashed. */
export function sealFromRow({ sealed_at, ...row }: SealRow): SealItem {
  return { ...row, sealed_at: sealed_at.toISOString() };
}

const COLUMNS = [
  'workspace_id',
  'number',
  'previous_hash',
  'hash',
  'counts',
  'contents',
  'sealed_at',
  'key_id',
  'signature',
].map((column) => `s.${column}`);
export const SEALS_OF_WORKSPACE = `select ${COLUMNS.join(', ')} from seals s`;
const SORTS: SortColumns = { number: { sql: 's.number', type: 'number' } };

function searchCondition({ text, isIn, isNumber }: SearchText): string {
  return `s.number = any(array(
    select n.number from (select x.number, x.hash from seals x
                           where x.workspace_id = $1 order by x.number desc limit ${NEWEST_SEARCHED}) n
     where ${isIn('n.number::text')} or ${isIn('n.hash')}
    union all
    select x.number from seals x where x.workspace_id = $1 and ${isNumber('x.number', wholeNumber(text))}))`;
}

/** The seals of a workspace, newest first, to be kept where the service cannot reach them. Contract 2, section 16. */
export const listSeals = defineList({
  name: 'listSeals',
  route: 'GET /api/workspaces/:workspaceId/seals',
  permission: 'report:read',
  summary: 'Seals of the books: what shows later that nothing was changed',
  input: PageQuery,
  output: SealPage,
  sorts: SORTS,
  search: 'number, hash; anywhere in the newest 5,000 seals, the whole number in all',
  run: ({ pool, scope: { workspaceId } }, page) =>
    loadPage<SealRow, SealItem>(
      pool,
      page,
      {
        select: SEALS_OF_WORKSPACE,
        where: 's.workspace_id = $1',
        values: [workspaceId],
        id: 's.number',
        sorts: SORTS,
        search: { condition: searchCondition },
      },
      sealFromRow,
    ),
});
