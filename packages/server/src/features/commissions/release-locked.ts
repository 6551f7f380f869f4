import { type Commission, canPost, postRelease } from '@svc/core';
import type { ClientBase } from 'pg';
import { send } from '../../database/statements.js';
import { updateCommissions } from '../../ingest/commissions.js';
import type { IdSource } from '../../ingest/ids.js';
import {
  type ActionResult,
  type CommissionTarget,
  lockCommission,
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
  const before = await lockCommission(client, input);
  if (before === null) return { ok: false, why: 'not_found' };
  if (!canPost('release', before.status)) return { ok: false, why: 'wrong_status', status: before.status };
  if (before.saleId !== null && (await readDisputed(client, [before.saleId])).size > 0) {
    const commission: Commission = { ...before, holdKind: 'dispute', holdNote: null };
    await send(client, [updateCommissions([commission])]);
    return { ok: true, before, commission, movementId: null, totals: [] };
  }
  const newId = await ids.take(client, 1);
  const change = postRelease(before, { atMs: input.nowMs, newId });
  await writeCommissionChanges(client, [change]);
  return {
    ok: true,
    before,
    commission: change.commission,
    movementId: change.movements[0]?.id ?? null,
    totals: [],
  };
}
