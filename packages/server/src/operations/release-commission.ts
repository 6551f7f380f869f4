import { type Commission, DISPUTE_HOLD_REASON } from '@svc/core';
import type { ClientBase, Pool } from 'pg';
import { send } from '../database/statements.js';
import { withTransaction } from '../database/transaction.js';
import { updateCommissions } from '../tracking/commissions.js';
import type { IdSource } from '../tracking/ids.js';
import { writeAuditEntries } from './audit/change.js';
import { serviceOrigin } from './audit/service-origin.js';
import {
  type CommissionTarget,
  type HoldResult,
  holdEntries,
  lockCommission,
  moveCommissions,
} from './move-commission.js';
import { readDisputed } from './read-disputed.js';

/**
 * Lets a held commission go: it becomes payable if its time has come, else pending. While its payment is disputed it stays
 * held, for the dispute. Contract sections 3 and 4.
 */
export async function releaseCommission(
  pool: Pool,
  ids: IdSource,
  input: CommissionTarget,
): Promise<HoldResult> {
  return withTransaction(pool, async (client) => {
    const result = await releaseLocked(client, ids, input);
    if (result.ok) {
      const origin = await serviceOrigin(client, 'commission.release', input.programId);
      await writeAuditEntries(client, origin, holdEntries(result));
    }
    return result;
  });
}

/** As `releaseCommission`, inside the caller's transaction, which has to write the audit entry. */
export async function releaseLocked(
  client: ClientBase,
  ids: IdSource,
  input: CommissionTarget,
): Promise<HoldResult> {
  const before = await lockCommission(client, input);
  if (before === null) return { ok: false, why: 'not_found' };
  if (before.status !== 'held') return { ok: false, why: 'wrong_status', status: before.status };
  if ((await readDisputed(client, [before.saleId])).size > 0) {
    const commission: Commission = { ...before, holdReason: DISPUTE_HOLD_REASON };
    await send(client, [updateCommissions([commission])]);
    return { ok: true, before, commission, movementId: null };
  }
  const status = before.payableAtMs <= input.nowMs ? 'payable' : 'pending';
  const after: Commission = { ...before, status, holdReason: null };
  const booked = await moveCommissions(client, ids, 'release', [{ before, after }], input.nowMs);
  return { ok: true, before, commission: after, movementId: booked[0]?.id ?? null };
}
