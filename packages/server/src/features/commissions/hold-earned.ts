import { HELD_AT_SUSPENSION, postHold } from '@svc/core';
import type { ClientBase } from 'pg';
import type { IdSource } from '../../ingest/ids.js';
import type { AuditEntry } from '../../operations/change.js';
import { actionEntries, doneBy, writeCommissionChanges } from './move-commission.js';
import { selectCommissions } from './select-commissions.js';

const HELD_AT_ONCE = 1000;

/**
 * Holds all that a partner has earned in a program. What is pending or payable is held now, and so is what only a dispute holds; whatever
 * else is payable later, because a payout is cancelled, a refund fails or a commission is completed, is held then. Each can be released
 * like one that a person holds. Contract 2 section 14.
 */
export async function holdEarned(
  client: ClientBase,
  ids: IdSource,
  {
    programId,
    partnerId,
    nowMs,
  }: { readonly programId: number; readonly partnerId: number; readonly nowMs: number },
): Promise<AuditEntry[]> {
  const entries: AuditEntry[] = [];
  await client.query(
    'update enrollments set earned_held_at = to_timestamp($3::float8 / 1000) where program_id = $1 and partner_id = $2',
    [programId, partnerId, nowMs],
  );
  for (let last = 0; ; ) {
    const found = await selectCommissions(
      client,
      `program_id = $1 and partner_id = $2 and id > $3
         and (status in ('pending', 'payable') or status = 'held' and hold_kind = 'dispute') order by id limit $4 for update`,
      [programId, partnerId, last, HELD_AT_ONCE],
    );
    const newId = await ids.take(client, found.length);
    const changes = found.map((commission) =>
      commission.status === 'held'
        ? { commission: { ...commission, ...HELD_AT_SUSPENSION }, movements: [] }
        : postHold(commission, HELD_AT_SUSPENSION, { atMs: nowMs, newId }),
    );
    await writeCommissionChanges(client, changes);
    for (const [index, before] of found.entries()) {
      const change = changes[index];
      if (change !== undefined) entries.push(...actionEntries(doneBy(before, change)));
    }
    if (found.length < HELD_AT_ONCE) return entries;
    last = found.at(-1)?.id ?? last;
  }
}
