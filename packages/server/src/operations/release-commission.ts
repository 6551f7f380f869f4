import type { Commission } from '@svc/core';
import type { ClientBase, Pool } from 'pg';
import { withTransaction } from '../database/transaction.js';
import type { IdSource } from '../tracking/ids.js';
import {
  type CommissionTarget,
  type HoldResult,
  lockCommission,
  moveCommissions,
} from './move-commission.js';

/**
 * Lets a held commission go: it becomes payable if its time has come, else pending. With `onlyReason`, one that is held
 * for any other reason stays held. Contract section 3.
 */
export async function releaseCommission(
  pool: Pool,
  ids: IdSource,
  input: CommissionTarget & { readonly onlyReason?: string },
): Promise<HoldResult> {
  return withTransaction(pool, (client) => releaseLocked(client, ids, input));
}

/** As `releaseCommission`, inside the caller's transaction. */
export async function releaseLocked(
  client: ClientBase,
  ids: IdSource,
  input: CommissionTarget & { readonly onlyReason?: string },
): Promise<HoldResult> {
  const before = await lockCommission(client, input);
  if (before === null) return { ok: false, why: 'not_found' };
  const isHeldOtherwise = input.onlyReason !== undefined && before.holdReason !== input.onlyReason;
  if (before.status !== 'held' || isHeldOtherwise) {
    return { ok: false, why: 'wrong_status', status: before.status };
  }
  const status = before.payableAtMs <= input.nowMs ? 'payable' : 'pending';
  const after: Commission = { ...before, status, holdReason: null };
  const booked = await moveCommissions(client, ids, 'release', [{ before, after }], input.nowMs);
  return { ok: true, before, commission: after, movementId: booked[0]?.id ?? 0 };
}
