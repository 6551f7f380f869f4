import { postHold } from '@svc/core';
import type { ClientBase } from 'pg';
import type { IdSource } from '../../ingest/ids.js';
import type { AuditEntry } from '../../operations/change.js';
import { actionEntries, doneBy, writeCommissionChanges } from './move-commission.js';
import { selectCommissions } from './select-commissions.js';

const HELD_AT_ONCE = 1000;
const NOTE = 'Held when the partner was suspended.';

/**
 * Holds all that a partner has earned in a program and that is in no payout: what is pending, and what is payable. Each can be released
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
  for (let last = 0; ; ) {
    const found = await selectCommissions(
      client,
      `program_id = $1 and partner_id = $2 and status in ('pending', 'payable') and id > $3 order by id limit $4 for update`,
      [programId, partnerId, last, HELD_AT_ONCE],
    );
    const newId = await ids.take(client, found.length);
    const changes = found.map((commission) =>
      postHold(commission, { holdKind: 'manual', holdNote: NOTE }, { atMs: nowMs, newId }),
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
