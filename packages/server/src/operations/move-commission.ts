import {
  accountOf,
  type Commission,
  type CommissionStatus,
  type Movement,
  type MovementKind,
  movementOf,
} from '@svc/core';
import type { ClientBase } from 'pg';
import { send } from '../database/statements.js';
import { updateCommissions } from '../tracking/commissions.js';
import type { IdSource } from '../tracking/ids.js';
import { insertMovements } from '../tracking/movements.js';
import type { AuditEntry } from './audit/change.js';
import { selectCommissions } from './select-commissions.js';

/** Which commission is meant, and when. `programId` keeps one program from reaching into another. */
export interface CommissionTarget {
  readonly programId: number;
  readonly commissionId: number;
  readonly nowMs: number;
}

/** What came of holding or releasing: the commission as it is now and what was booked, or why it stayed as it was. */
export type HoldResult =
  | {
      readonly ok: true;
      readonly before: Commission;
      readonly commission: Commission;
      /** null: only the reason changed, and nothing was booked. */
      readonly movementId: number | null;
    }
  | { readonly ok: false; readonly why: 'not_found' }
  | { readonly ok: false; readonly why: 'wrong_status'; readonly status: CommissionStatus };

/**
 * What the audit log says of a hold or release. It names the movement, so that the story of the commission can tell who made
 * it, and verify that somebody did. Nothing where everything stayed as it was, because the payment is disputed.
 */
export function holdEntries({
  before,
  commission,
  movementId,
}: Extract<HoldResult, { ok: true }>): AuditEntry[] {
  if (commission.status === before.status && commission.holdReason === before.holdReason) return [];
  const shown = ({ status, holdReason }: Commission) => ({ status, hold_reason: holdReason });
  const after = { ...shown(commission), movement_id: movementId };
  return [{ on: 'commission', id: commission.id, before: shown(before), after }];
}

/** The commission that is meant, locked until the transaction ends, or null. */
export async function lockCommission(
  client: ClientBase,
  target: CommissionTarget,
): Promise<Commission | null> {
  const found = await selectCommissions(client, 'id = $1 and program_id = $2 for update', [
    target.commissionId,
    target.programId,
  ]);
  return found[0] ?? null;
}

/**
 * Writes commissions with a new status and books what is left of each from its old account to its new one. Gives the
 * movements, in the same order.
 */
export async function moveCommissions(
  client: ClientBase,
  ids: IdSource,
  kind: MovementKind,
  changes: readonly { readonly before: Commission; readonly after: Commission }[],
  nowMs: number,
): Promise<Movement[]> {
  const newId = await ids.take(client, changes.length);
  const movements = changes.map(({ before, after }) =>
    movementOf(after, {
      id: newId(),
      kind,
      from: accountOf(before.status),
      to: accountOf(after.status),
      amountCents: after.amountCents,
      occurredAtMs: nowMs,
    }),
  );
  await send(client, [updateCommissions(changes.map(({ after }) => after)), insertMovements(movements)]);
  return movements;
}
