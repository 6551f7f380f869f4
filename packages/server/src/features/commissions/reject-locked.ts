import { type Commission, postReject, type TotalsIncrement } from '@svc/core';
import type { ClientBase } from 'pg';
import { send } from '../../database/statements.js';
import { appendEvents, eventsOfMovements } from '../../events/append-events.js';
import { updateRejectedCommissions } from '../../ingest/commissions.js';
import type { IdSource } from '../../ingest/ids.js';
import { insertMovements } from '../../ingest/movements.js';
import { type ActionResult, type CommissionTarget, doneBy, lockForMovement } from './move-commission.js';

/**
 * Rejects a commission that is in no payout: nothing is left of it, for good. `reason` (not empty) is kept with it, and shown to the
 * partner. One that is paid or reversed is refused. Contract 2 section 12, decision 44.
 */
export async function rejectLocked(
  client: ClientBase,
  ids: IdSource,
  input: CommissionTarget & { readonly reason: string },
): Promise<ActionResult> {
  const locked = await lockForMovement(client, 'reject', input);
  if (!locked.ok) return locked;
  const { before } = locked;
  const newId = await ids.take(client, 1);
  const change = postReject(before, input.reason, { atMs: input.nowMs, newId });
  const { commission, movements } = change;
  await send(client, [updateRejectedCommissions([commission]), insertMovements(movements)]);
  await appendEvents(client, eventsOfMovements(movements));
  return doneBy(before, change, [await takenFrom(client, before, input.nowMs)]);
}

/** What a rejection adds to the totals: it counts on its own day, with the link that the sale or the lead is credited to. */
async function takenFrom(
  client: ClientBase,
  { programId, partnerId, saleId, leadId, currency, amountCents }: Commission,
  atMs: number,
): Promise<TotalsIncrement> {
  const { rows } = await client.query<{ readonly link_id: number | null }>(
    'select link_id from sales where id = $1 union all select link_id from leads where id = $2',
    [saleId, leadId],
  );
  const linkId = rows[0]?.link_id ?? 0;
  return { programId, partnerId, linkId, atMs, currency, reversedCents: amountCents };
}
