import { postHold } from '@svc/core';
import type { ClientBase } from 'pg';
import type { IdSource } from '../../ingest/ids.js';
import {
  type ActionResult,
  type CommissionTarget,
  doneBy,
  lockForMovement,
  writeCommissionChanges,
} from './move-commission.js';

/**
 * Holds a pending or payable commission back: it neither matures nor is paid until it is released. `reason` (not
 * empty) is kept with it. A commission that is held already keeps its first reason and is refused, as is one that is
 * paid or reversed. Contract section 3.
 */
export async function holdLocked(
  client: ClientBase,
  ids: IdSource,
  input: CommissionTarget & { readonly reason: string },
): Promise<ActionResult> {
  const locked = await lockForMovement(client, 'hold', input);
  if (!locked.ok) return locked;
  const { before } = locked;
  const newId = await ids.take(client, 1);
  const hold = { holdKind: 'manual', holdNote: input.reason } as const;
  const change = postHold(before, hold, { atMs: input.nowMs, newId });
  await writeCommissionChanges(client, [change]);
  return doneBy(before, change);
}
