import { postMatureAdjustment } from '@svc/core';
import type { Pool } from 'pg';
import { withTransaction } from '../../database/transaction.js';
import type { IdSource } from '../../ingest/ids.js';
import { selectAdjustments, writeAdjustmentChanges } from './stored-adjustments.js';

/**
 * Makes pending adjustments whose time has come payable, at most `limit` of them, oldest first and deductions before bonuses:
 * between two runs, nothing is payable that a deduction of the same time takes back. Rows another transaction holds are left for
 * the next run. Resolves to how many matured; as many as `limit` means that more may be due. Contract 2 section 12.
 */
export async function matureAdjustments(
  pool: Pool,
  ids: IdSource,
  { nowMs, limit = 1000 }: { readonly nowMs: number; readonly limit?: number },
): Promise<number> {
  return withTransaction(pool, async (client) => {
    const due = await selectAdjustments(
      client,
      `status = 'pending' and payable_at <= to_timestamp($1::float8 / 1000)
       order by payable_at, amount_cents limit $2 for update skip locked`,
      [nowMs, limit],
    );
    if (due.length === 0) return 0;
    const newId = await ids.take(client, due.length);
    await writeAdjustmentChanges(
      client,
      due.map((adjustment) => postMatureAdjustment(adjustment, { atMs: nowMs, newId })),
    );
    return due.length;
  });
}
