import { CodePage, CodeQuery } from '@svc/contract';
import type { Pool } from 'pg';
import { defineList } from '../../operations/define-operation.js';
import { optionalNumber } from '../../operations/optional-number.js';
import { mayReadFigures } from '../reports/may-read-figures.js';
import { CODE_SORTS, loadCodes } from './load-codes.js';

export const listCodes = defineList({
  name: 'listCodes',
  route: 'GET /api/programs/:programId/codes',
  permission: 'program:read',
  summary: 'Codes of a program',
  input: CodeQuery,
  output: CodePage,
  sorts: CODE_SORTS,
  search: 'code, name and email of the partner',
  async run({ pool, scope, input }, request) {
    const whose = { programId: scope.programId, partnerId: optionalNumber(input.partner_id) };
    const page = await loadCodes(pool, whose, request);
    const ids = page.data.map(({ id }) => id);
    if (!mayReadFigures(scope)) return page;
    const sales = await countSales(pool, ids);
    return { ...page, data: page.data.map((code) => ({ ...code, sales: sales.get(code.id) ?? 0 })) };
  },
});

/** How many sales are credited to each of these codes. */
async function countSales(pool: Pool, codeIds: readonly number[]): Promise<ReadonlyMap<number, number>> {
  const { rows } = await pool.query<{ readonly id: number; readonly sales: number }>(
    `select credit_code_id as id, count(*)::integer as sales from sales
      where credit_code_id = any($1::bigint[]) and not test_mode group by 1`,
    [codeIds],
  );
  return new Map(rows.map(({ id, sales }) => [id, sales]));
}
