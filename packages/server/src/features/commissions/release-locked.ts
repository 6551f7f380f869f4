import { type Commission, postReleaseByHand } from '@svc/core';
import type { ClientBase } from 'pg';
import { send } from '../../database/statements.js';
import { appendEvents, eventsOfMovements } from '../../events/append-events.js';
import { updateReleasedCommissions } from '../../ingest/commissions.js';
import type { IdSource } from '../../ingest/ids.js';
import { insertMovements } from '../../ingest/movements.js';
import { type ActionResult, type CommissionTarget, doneBy, lockForMovement } from './move-commission.js';
import { readDisputed } from './read-disputed.js';

/**
 * Releases a held commission: it becomes payable if its hold time is over, else pending. While its payment is disputed it stays
 * held, for the dispute. Contract sections 3 and 4.
 */
export async function releaseLocked(
  client: ClientBase,
  ids: IdSource,
  input: CommissionTarget,
): Promise<ActionResult> {
  const locked = await lockForMovement(client, 'release', input);
  if (!locked.ok) return locked;
  const { before } = locked;
  if (before.saleId !== null && (await readDisputed(client, [before.saleId])).size > 0) {
    if (before.holdKind === 'dispute') return doneBy(before, { commission: before, movements: [] });
    const hold = { holdKind: 'dispute', holdNote: null } as const;
    const commission: Commission = { ...before, ...hold, releasedAtMs: input.nowMs };
    await send(client, [updateReleasedCommissions([commission])]);
    return doneBy(before, { commission, movements: [] });
  }
  const newId = await ids.take(client, 1);
  const change = postReleaseByHand(before, { atMs: input.nowMs, newId });
  const { commission, movements } = change;
  await send(client, [updateReleasedCommissions([commission]), insertMovements(movements)]);
  await appendEvents(client, eventsOfMovements(movements));
  return doneBy(before, change);
}
