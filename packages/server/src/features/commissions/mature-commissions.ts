import { postHold, postMature, standingHold } from '@svc/core';
import type { Pool } from 'pg';
import { withTransaction } from '../../database/transaction.js';
import type { IdSource } from '../../ingest/ids.js';
import { writeCommissionChanges } from './move-commission.js';
import { readHoldConditions } from './read-hold-conditions.js';
import { selectCommissions } from './select-commissions.js';

/**
 * Makes pending commissions whose time has come payable, at most `limit` of them, oldest first, and books their
 * `mature` movements; those that something holds are held instead. Rows another transaction holds are left for the next run. Resolves to how many matured; as many
 * as `limit` means that more may be due. Contract section 3.
 */
export async function matureCommissions(
  pool: Pool,
  ids: IdSource,
  { nowMs, limit = 1000 }: { readonly nowMs: number; readonly limit?: number },
): Promise<number> {
  return withTransaction(pool, async (client) => {
    const due = await selectCommissions(
      client,
      `status = 'pending' and payable_at <= to_timestamp($1::float8 / 1000)
       order by payable_at limit $2 for update skip locked`,
      [nowMs, limit],
    );
    const newId = await ids.take(client, due.length);
    const conditionsOf = await readHoldConditions(client, due);
    const context = { atMs: nowMs, newId };
    await writeCommissionChanges(
      client,
      due.map((commission) => {
        const hold = standingHold(commission, conditionsOf(commission));
        return hold === null ? postMature(commission, context) : postHold(commission, hold, context);
      }),
    );
    return due.length;
  });
}
