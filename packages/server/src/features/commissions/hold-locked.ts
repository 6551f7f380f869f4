import { type Commission, postHold } from '@svc/core';
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

/**
 * Holds a pending or payable commission back: it neither matures nor is paid until it is released. `reason` (not
 * empty) is kept with it. One that is held for another reason, which may end by itself, stays held until a person releases it. One that a
 * person holds already keeps its first reason and is refused, as is one that is paid or reversed. Contract section 3.
 */
export async function holdLocked(
  client: ClientBase,
  ids: IdSource,
  input: CommissionTarget & { readonly reason: string },
): Promise<ActionResult> {
  const hold = { holdKind: 'manual', holdNote: input.reason } as const;
  const locked = await lockForMovement(client, 'hold', input, ['held']);
  if (!locked.ok) return locked;
  const { before } = locked;
  if (before.status === 'held') {
    if (before.holdKind === 'manual') return { ok: false, why: 'wrong_status', status: before.status };
    const commission: Commission = { ...before, ...hold };
    await send(client, [updateCommissions([commission])]);
    return doneBy(before, { commission, movements: [] });
  }
  const newId = await ids.take(client, 1);
  const change = postHold(before, hold, { atMs: input.nowMs, newId });
  await writeCommissionChanges(client, [change]);
  return doneBy(before, change);
}
