import type { Commission } from '@svc/core';
import type { ClientBase, Pool } from 'pg';
import { withTransaction } from '../database/transaction.js';
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

/**
 * Holds a pending or payable commission back: it neither matures nor is paid until it is released. `reason` (not
 * empty) is kept with it. A commission that is held already keeps its first reason and is refused, as is one that is
 * paid or reversed. Contract section 3.
 */
export async function holdCommission(
  pool: Pool,
  ids: IdSource,
  input: CommissionTarget & { readonly reason: string },
): Promise<HoldResult> {
  return withTransaction(pool, async (client) => {
    const result = await holdLocked(client, ids, input);
    if (result.ok) {
      const origin = await serviceOrigin(client, 'commission.hold', input.programId);
      await writeAuditEntries(client, origin, holdEntries(result));
    }
    return result;
  });
}

/** As `holdCommission`, inside the caller's transaction, which has to write the audit entry. */
export async function holdLocked(
  client: ClientBase,
  ids: IdSource,
  input: CommissionTarget & { readonly reason: string },
): Promise<HoldResult> {
  const before = await lockCommission(client, input);
  if (before === null) return { ok: false, why: 'not_found' };
  if (before.status !== 'pending' && before.status !== 'payable') {
    return { ok: false, why: 'wrong_status', status: before.status };
  }
  const after: Commission = { ...before, status: 'held', holdReason: input.reason };
  const booked = await moveCommissions(client, ids, 'hold', [{ before, after }], input.nowMs);
  return { ok: true, before, commission: after, movementId: booked[0]?.id ?? null };
}
