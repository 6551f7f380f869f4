import type { PayoutFileItem } from '@svc/contract';
import { PageQuery, PayoutFilePage } from '@svc/contract';
import type { Pool } from 'pg';
import { defineList } from '../../operations/define-operation.js';
import { loadPage, type Page, type PageRequest, type SortColumns } from '../../operations/keyset.js';
import { requireRun } from './load-payout-runs.js';

interface FileRow extends Omit<PayoutFileItem, 'totals' | 'created_at'> {
  readonly created_at: Date;
  readonly totals: readonly {
    readonly currency: string;
    readonly payouts: number;
    readonly amount: string;
  }[];
}

/** The payment files that were written of a run, newest first. Refuses a run that the program does not have. */
async function loadPayoutFiles(
  pool: Pool,
  run: { readonly programId: number; readonly runId: number },
  request: PageRequest,
): Promise<Page<PayoutFileItem>> {
  await requireRun(pool, run);
  const rows = {
    select: `select f.id, f.format, f.sha256, f.payout_ids as payouts, f.skipped_payout_ids as skipped, f.created_by, f.created_at,
            (select coalesce(json_agg(t order by t.currency), '[]')
               from (select o.currency, count(*)::integer as payouts, sum(o.amount_cents)::text as amount
                       from payouts o where o.id = any(f.payout_ids) group by o.currency) t) as totals
       from payout_files f`,
    where: 'f.run_id = $1',
    values: [run.runId],
    id: 'f.id',
    sorts: SORTS,
    search: { anywhere: ['f.created_by', 'f.format', 'f.sha256'] },
  };
  return loadPage<FileRow, PayoutFileItem>(pool, request, rows, fileFromRow);
}

const SORTS: SortColumns = { created_at: { sql: 'f.created_at', type: 'time' } };

function fileFromRow(row: FileRow): PayoutFileItem {
  return {
    id: row.id,
    format: row.format,
    sha256: row.sha256,
    payouts: row.payouts,
    skipped: row.skipped,
    totals: row.totals.map(({ amount, ...rest }) => ({ ...rest, amount_cents: BigInt(amount) })),
    created_by: row.created_by,
    created_at: row.created_at.toISOString(),
  };
}

export const listPayoutFiles = defineList({
  name: 'listPayoutFiles',
  route: 'GET /api/programs/:programId/payout-runs/:id/files',
  permission: 'report:read',
  summary: 'The payment files of a run that were downloaded: who, when, SHA-256 and payouts',
  input: PageQuery,
  output: PayoutFilePage,
  sorts: SORTS,
  search: 'who downloaded it, format, SHA-256',
  run: ({ pool, scope, id }, page) =>
    loadPayoutFiles(pool, { programId: scope.programId, runId: id() }, page),
});
