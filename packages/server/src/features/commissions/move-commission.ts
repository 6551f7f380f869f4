import {
  type Commission,
  type CommissionChange,
  type CommissionStatus,
  canPost,
  type MovementKind,
  type TotalsIncrement,
} from '@svc/core';
import type { ClientBase } from 'pg';
import { send } from '../../database/statements.js';
import { appendEvents, eventsOfMovements } from '../../events/append-events.js';
import { updateCommissions } from '../../ingest/commissions.js';
import { insertMovements } from '../../ingest/movements.js';
import type { AuditEntry } from '../../operations/change.js';
import { selectCommissions } from './select-commissions.js';

/** Which commission is meant, and when. `programId` keeps one program from reaching into another. */
export interface CommissionTarget {
  readonly programId: number;
  readonly commissionId: number;
  readonly nowMs: number;
}

/** A commission as it was and is now, and what was booked. */
export interface Done {
  readonly ok: true;
  readonly before: Commission;
  readonly commission: Commission;
  /** null: only the reason changed, and nothing was booked. */
  readonly movementId: number | null;
  /** What is still to be added to the totals. */
  readonly totals: readonly TotalsIncrement[];
}

/** What came of holding, releasing or rejecting, or why the commission stayed as it was. */
export type ActionResult = Done | Refused;

type Refused =
  | { readonly ok: false; readonly why: 'not_found' }
  | { readonly ok: false; readonly why: 'wrong_status'; readonly status: CommissionStatus };

/**
 * The audit entries of what was done. They name the movement, so that the story of the commission can say who made it,
 * and verify can check that someone did. None where nothing changed, because the payment is disputed.
 */
export function actionEntries({ before, commission, movementId }: Done): AuditEntry[] {
  if (commission.status === before.status && commission.holdKind === before.holdKind) return [];
  const auditedState = ({ status, holdKind, holdNote, amountCents, currency }: Commission) => ({
    status,
    hold_kind: holdKind,
    hold_reason: holdNote,
    ...(commission.rejectedAtMs !== null && { amount_cents: amountCents, currency }),
  });
  const rejection = commission.rejectedAtMs === null ? {} : { rejection_reason: commission.rejectionReason };
  const after = { ...auditedState(commission), ...rejection, movement_id: movementId };
  return [{ on: 'commission', id: commission.id, before: auditedState(before), after }];
}

/** The commission that is meant, locked until the transaction ends, if a movement of this kind is possible or its status is among others; or why it is not. */
export async function lockForMovement(
  client: ClientBase,
  kind: MovementKind,
  { commissionId, programId }: CommissionTarget,
  others: readonly CommissionStatus[] = [],
): Promise<{ readonly ok: true; readonly before: Commission } | Refused> {
  const [before] = await selectCommissions(client, 'id = $1 and program_id = $2 for update', [
    commissionId,
    programId,
  ]);
  if (before === undefined) return { ok: false, why: 'not_found' };
  if (!canPost(kind, before.status) && !others.includes(before.status))
    return { ok: false, why: 'wrong_status', status: before.status };
  return { ok: true, before };
}

/** What was done to a commission, once the change has been written. */
export function doneBy(
  before: Commission,
  { commission, movements }: CommissionChange,
  totals: Done['totals'] = [],
): Done {
  return { ok: true, before, commission, movementId: movements[0]?.id ?? null, totals };
}

/** Writes changed commissions, their movements and the events of these. */
export async function writeCommissionChanges(
  client: ClientBase,
  changes: readonly CommissionChange[],
): Promise<void> {
  const booked = changes.flatMap(({ movements }) => movements);
  await send(client, [
    updateCommissions(changes.map(({ commission }) => commission)),
    insertMovements(booked),
  ]);
  await appendEvents(client, eventsOfMovements(booked));
}
