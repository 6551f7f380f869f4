import { type Commission, postRelease } from '@svc/core';
import type { ClientBase } from 'pg';
import { send } from '../../database/statements.js';
import { updateCommissions } from '../../ingest/commissions.js';
import type { IdSource } from '../../ingest/ids.js';
import {
  type ActionResult,
  type CommissionTarget,
  doneBy,
  lockForMovement,
  writeCommissionChanges,
} from './move-commission.js';
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
    const commission: Commission = { ...before, holdKind: 'dispute', holdNote: null };
    await send(client, [updateCommissions([commission])]);
    return doneBy(before, { commission, movements: [] });
  }
  const newId = await ids.take(client, 1);
  const change = postRelease(before, { atMs: input.nowMs, newId });
  await writeCommissionChanges(client, [change]);
  return doneBy(before, change);
}
